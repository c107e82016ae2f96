/** Offers the languages that come with the page beside English. Each is a file that is loaded when it is asked for. */
import { offerLocale } from "./locales.js";

offerLocale("zh", { lang: () => import("./zh/index.js") });
offerLocale("fr", { lang: () => import("./fr/index.js") });
