/** Messages of the page Train in Chinese, by id. */
export const messagesById = {
  no_moment: "step {value} 不是从 0 起的整数",
  no_head_named: "off {value} 不是头：从 {first} 到 {last}",
  no_edge: "cut {value} 不是边：应为 层:类别:noun 或 层:类别:tells，例如 {example}",
  no_edges_in_translation: "翻译没有可切断的边：请关闭头，例如 {example}",
  task_not_loaded: "这个任务无法加载：{reason}",
  unknown_word_near: "模型不认识 {word} 这个词；它认识的最相近的词：{near}",
};
