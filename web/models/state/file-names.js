/** Name of the sheet of pictures that comes with a model. */
export const EXAMPLES = "pictures.png";
