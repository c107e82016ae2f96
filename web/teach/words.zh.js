/** Words of the table of a class, in Chinese. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words.js").CLASS>} */
export const teach = {
  label: "学生的进度文件",
  stays: "可以一次选多个文件，或把它们拖到这里。文件只留在这个浏览器里。",
  student: "学生",
  whole: "合计",
  everybody: "全班",
  caption: (students) => `${students} 名学生：每章第一次就答对的题数`,
  done: "全部题目都已回答",
  open: (open) => `${open} 题未答`,
  missed: "最常答错的题",
  missedBy: (wrong, answered) => `${answered} 人中 ${wrong} 人答错`,
  clear: "移除文件",
  foreign: (file) => `${file} 里没有进度；学生在课程页用「为老师保存我的答案」写出它。`,
  unread: (file) => `无法读取 ${file}。`,
};
