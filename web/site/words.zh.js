/** Words of the hosted pages, in Chinese. */

export const site = { share: "分享", copied: "已复制", link: "当前画面的链接：" };

/** Words of frame-standalone.html. */
export const framePage = {
  noModels: "view=models 需要的文件不在 frame-standalone.html 中。frame.html 及其文件夹可以显示它。",
};

/** Words of their markup. */
export const pages = {
  skip: "跳到内容",
  pages: "页面",
  walk: "逐步",
  heads: "头",
  train: "训练",
  models: "模型",
  learn: "课程",
  teach: "教学",
  embed: "嵌入",
  docs: "文档",
  menu: "菜单",
  language: "语言",
  english: "课程为英文。",
  share: "分享",
  theme: "切换浅色与深色",
  walkTitle: "Headscope：看见多头注意力的每一步",
  what: "多头注意力，一步一步地走；这里的每个数都在你的浏览器里算出。",
  start: "从头开始",
  loading: "正在加载注意力计算核心……",
  walkNeeds: "Headscope 画出一个多头注意力层，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  frameTitle: "Headscope：多头注意力",
  headsTitle: "Headscope：追问每一个注意力头",
  headsNeeds:
    "Headscope 展示每个注意力头在做什么，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  trainTitle: "Headscope：看注意力头怎样学习",
  modelsTitle: "Headscope：一个真实模型的每一个头",
  modelsNeeds:
    "Headscope 展示你磁盘上一个语言模型的每一个头，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  embedTitle: "Headscope：给你的网页一幅图",
  embedNeeds:
    "Headscope 画出多头注意力的一幅图，并写出把它放进你网页的代码。它需要 JavaScript 和 WebAssembly。",
  trainNeeds:
    "Headscope 当着你的面训练一个小的注意力模型，全部在你的浏览器里计算。它需要 JavaScript 和 WebAssembly。",
  student: "你的名字",
  saveProgress: "为老师保存我的答案",
  forget: "清除我的答案",
  teachTitle: "给老师",
  teachLead:
    "一堂课或一周的多头注意力教学所需的一切。材料由课程本身生成：其中的数和答案都是算出来的，和图里的一样。",
  teachPrepare: "备课",
  teachGuide: "教师指南（英文）",
  teachGuideWhat: "逐章的目标、演示步骤、要点和常见错误",
  teachSyllabus: "教学计划（英文）",
  teachSyllabusWhat: "两次 90 分钟的课，或一周",
  teachReading: "阅读书目（英文）",
  teachReadingWhat: "课程背后的论文，每篇附一句为什么值得读",
  teachPresent: "投影",
  teachPresentHow: "下面每个链接打开一个放大到整个窗口的投影页面。方向键翻页，F 键全屏，书签保存在链接里。",
  teachPresentWalk: "投影逐步演示",
  teachPresentWalkWhat: "每按一次键走一步",
  teachPresentHeads: "投影注意力头",
  teachPresentHeadsWhat: "所有的图，再逐个看头",
  teachPresentTrain: "投影训练过程",
  teachPresentTrainWhat: "看一个模型一步步学会",
  teachPresentChapters: "投影课程章节",
  teachPresentChaptersWhat: "每按一次键出现一段，然后是下一章",
  teachPresentMore: "按键与书签（英文）",
  teachPresentMoreWhat: "怎样把一堂课存进链接",
  teachHandOut: "分发",
  teachHandout: "讲义（英文）",
  teachHandoutWhat: "全部章节及题目，适合打印，答案在最后",
  teachSheet: "一页纸（英文）",
  teachSheetWhat: "步骤、形状和公式，适合打印",
  teachExercises: "练习（notebook，英文）",
  teachExercisesWhat: "每章一道会自动检查的 NumPy 练习",
  teachExercisesTorch: "PyTorch 版练习",
  teachSolutions: "解答（notebook）",
  teachSolutionsWhat: "同样的练习，附解答",
  teachSolutionsTorch: "PyTorch 版解答",
  teachMistakes: "找出错误",
  teachMistakesWhat: "PyTorch 程序，每个有一行错误，取自人们真正写出过的错误",
  teachMistakesSolved: "找出错误：答案",
  teachMistakesSolvedWhat: "每个程序的错误行，以及正确的行",
  teachBugs: "人们真正写出过的错误",
  teachBugsWhat: "同样的错误，附图与公开的报告",
  teachMoodle: "Moodle 题库",
  teachMoodleWhat: "全部题目，Moodle XML 格式，按章分类，每种错误都有反馈",
  teachQTI: "QTI 2.1 题库",
  teachQTIWhat: "同样的题目，供其他教学平台使用",
  teachGrade: "评分",
  teachGradeHow:
    "学生自己的代码与计算核心逐个数组比较；报告指出第一个不同的步骤，如果是已知的错误也会说出来。",
  teachRecipe: "自动评分（英文）",
  teachRecipeWhat: "一个使用 headscope check --json 的脚本",
  teachNeeds: "班级表格需要 JavaScript。",
  teachClass: "你的班级",
  teachClassHow: "学生在课程页把答案存成文件。把全班的文件放到这里，就能看到每个人的进度和哪些题最常答错。",
};

/** Words around a presented page. */
export const present = {
  title: "演示",
  bookmark: (/** @type {number} */ i) => `书签 ${i}`,
  add: "加入书签",
  remove: "移除这个书签",
  fullScreen: "全屏",
  leave: "退出",
};
