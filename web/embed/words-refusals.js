/** Messages of the page Embed, in English, by id, like those of kit/text/refusals.js. */
export const EMBED_REFUSALS = {
  no_fonts: "{name} {value} is no list of fonts, as {example}",
  no_colour: "{name} {value} is no colour of three or six digits, as {example}",
  no_width: "{name} {value} is no width of {least} to {most} px, as {example}",
};
