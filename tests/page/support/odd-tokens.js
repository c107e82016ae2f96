/** Tokens that a language's string literals may get wrong: NUL, a lone surrogate, an override of direction, quotes, a line separator, a trigraph. */
export const ODD_TOKENS = ["a\0b", "\ud800", "\u202etxet", 'say "x"\\', "\u2028", "??/", "caf\u00e9"];
