import { keepRangesIn } from "../models/state/page-kept.js";

/** Keeps what the hub sends in the browser's storage for the next visit. */
keepRangesIn("headscope-hub");
