import "../state/attention-picture.js";
import { Loading } from "./loading.js";
import { Source } from "./source.js";

// Authors' elements show one another's state, and any model's attention; a hosted page has a layer of its own, and goes without.
Loading.Source = Source;
