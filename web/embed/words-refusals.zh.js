/** Messages of the page Embed, in Chinese, by id. */
export const messagesById = {
  no_fonts: "{name} {value} 不是字体列表，例如 {example}",
  no_colour: "{name} {value} 不是三位或六位的颜色，例如 {example}",
  no_width: "{name} {value} 不是 {least} 到 {most} px 的宽度，例如 {example}",
};
