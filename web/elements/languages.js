/** Offers the languages that come with the package beside English. Each is a file that is loaded when it is asked for. */
import { offerLocale } from "../kit/text/locales.js";

offerLocale("fr", () => import("#words/fr"));
offerLocale("zh", () => import("#words/zh"));
