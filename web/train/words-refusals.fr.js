/** Messages of the page Train in French, by id. */
export const messagesById = {
  no_moment: "step {value} n’est pas un entier à partir de 0",
  no_head_named: "off {value} n’est aucune tête : elles vont de {first} à {last}",
  no_edge:
    "cut {value} n’est aucune arête ; attendu couche:genre:noun ou couche:genre:tells, comme {example}",
  no_edges_in_translation: "une traduction n’a pas d’arête à couper : éteignez des têtes, comme {example}",
  task_not_loaded: "Cette tâche n’a pas pu être chargée : {reason}",
  unknown_word_near: "le modèle ne connaît pas le mot {word} ; les plus proches qu’il connaît : {near}",
};
