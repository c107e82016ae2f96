/** The elements of a picture on the page Models, in one chunk. */
export { CameraStill } from "../models/elements/camera-still.js";
export { ModelPicture } from "../models/elements/model-picture.js";
export { PictureHead } from "../models/elements/picture-head.js";
export { PictureHeads } from "../models/elements/picture-heads.js";
