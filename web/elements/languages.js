/** Offers the languages that come with the page beside English. Each is a file that is loaded when it is asked for. */
import { offerLocale } from "../kit/text/locales.js";

offerLocale("zh", { lang: () => import("./locales/zh.js") });
offerLocale("fr", { lang: () => import("./locales/fr.js") });
