/** Messages of the page Embed, in French, by id. */
export const messagesById = {
  no_fonts: "{name} {value} n’est pas une liste de polices, comme {example}",
  no_colour: "{name} {value} n’est pas une couleur de trois ou six chiffres, comme {example}",
  no_width: "{name} {value} n’est pas une largeur de {least} à {most} px, comme {example}",
};
