// The package's types of the elements equal those of the sources: each class is assignable to the other.
import type * as Said from "../../../dist/types/elements/index.js";
import type saidOfWidget from "../../../dist/types/elements/anywidget.js";
import type { Opening as SaidOfOpening } from "../../../dist/types/elements/opening.js";
import type { Train as SaidOfTrain } from "../../../dist/types/elements/train.js";
import type widget from "../../../web/notebook/anywidget.js";
import type * as Sources from "../../../web/elements/index.js";
import type { Opening } from "../../../web/elements/opening.js";
import type { Train } from "../../../web/elements/train.js";

/**
 * Elements, languages and pictures that cannot be compared by type: the sources define them by name, and have any
 * string as language and as name of a picture.
 */
type ByName = Pick<Said.Heads, "attention" | "parameters" | "input" | "language" | "visionPicture">;
type Rows = Omit<SaidOfTrain, "state" | "toParams" | "fromParams" | "loaded" | "updateComplete">;
type Elements = Omit<typeof Said, "HeadscopeError" | "loadCore" | "addLocale">;

declare const sources: { [Name in keyof Elements]: InstanceType<(typeof Sources)[Name]> & ByName };
export const said: { [Name in keyof Elements]: InstanceType<Elements[Name]> } = sources;

declare const train: Train & Rows; // defined by name as well
export const saidOfTrain: SaidOfTrain = train;

declare const opening: Opening & Pick<SaidOfOpening, "ending">; // any string in the sources
export const saidOfOpening: SaidOfOpening = opening;

declare const notebook: typeof widget;
export const saidOfNotebook: typeof saidOfWidget = notebook;
