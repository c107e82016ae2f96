import { Loading } from "./loading.js";
import { Source } from "./source.js";

// Authors' elements show one another's state; a hosted page has one, and goes without.
Loading.Source = Source;
