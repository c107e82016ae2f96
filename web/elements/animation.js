/** Lets the menu of the walk save an animation. The single files do not import it, so that they stay small. */
import { SaveMenu } from "./save-menu.js";

SaveMenu.animation = () => import("./walk-animation.js");
