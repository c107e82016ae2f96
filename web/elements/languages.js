/** Registers the languages of the package besides English. Each loads on demand. */
import { offerLocale } from "../kit/text/locales.js";

offerLocale("fr", () => import("#words/fr"));
offerLocale("zh", () => import("#words/zh"));
