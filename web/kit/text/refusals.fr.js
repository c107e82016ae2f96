/** Messages of the page in French, by id. */
export const messagesById = {
  more_than_shown: "{name} {value} : c’est plus que cette page ne montre (au plus {most})",
  none_of: "{name} {value} n’est aucun de {choices}",
  no_flag: "{name} {value} n’est ni true ni false",
  not_there: "{name} {value} n’existe pas : cela va de 0 à {last}",
  no_index: "{name} {value} n’est pas un entier à partir de 0",
  head_twice: "{name} {value} nomme deux fois une tête",
  no_heads: "{name} {value} n’est pas une liste de têtes, comme 2,5",
  scale_out_of_range: "{name} {value} dose la tête {head} autrement que de 0 à {most}",
  no_scales: "{name} {value} ne dose aucune tête, comme le fait 2:0.5,6:0",
  no_seed: "{name} {value} n’est pas un entier de 0 à {most}",
  no_attribute: "{name} n’est pas un attribut ; vouliez-vous dire {meant} ?",
  only_property:
    "{name} est une propriété et non un attribut : donnez-la dans un script, comme element.{name} = { data, shape }",
  no_link: "link {value} n’est ni « none » ni une adresse comme https://example.org/headscope/",
  of_training: "training: {reason}",
  step_unknown: "il n’y a pas d’étape « {id} » ; les étapes sont {ids}",
  too_many_rows:
    '{id} {shape} fait un CSV de {rows} lignes, sur {most} au plus : prenez moins de tokens ou de têtes, une seule tête, ou tous les nombres par getTensor("{id}")',
  // Loading.
  file_missing: "{file} n’est pas arrivé",
  path_not_loaded: "Cette erreur n’a pas pu être chargée : {reason}",
  // Wrong paths.
  same_everywhere: "Cela ne change rien ici : tous les nombres sont les mêmes",
  needs_boolean_mask: "Il y faut un masque de vrai et de faux, pas un masque qui s’ajoute",
  needs_layer: "Il y faut une couche : l’attention seule n’a pas d’étapes",
  // Trained weights.
  model_learns: "Le modèle apprend : étape {step} sur {steps}",
  unknown_words: "le modèle ne connaît pas les mots {words} ; il connaît {known}",
  trained_with:
    "{name} {value} pour des poids appris avec {trained} : ne le réglez pas, ou choisissez d’autres poids",
  trained_without: "{name} pour des poids appris sans : ne le réglez pas, ou choisissez d’autres poids",
  language_model_loads: "Le modèle de langue se charge",
  no_language_model:
    "le modèle de langue ne fait pas partie de ce fichier : prenez les modules du paquet, ou choisissez d’autres poids",
  vision_model_loads: "Le modèle d’images se charge",
  no_vision_model:
    "le modèle d’images ne fait pas partie de ce fichier : prenez les modules du paquet dans une page, ou choisissez d’autres poids",
  vision_reads_one:
    "le modèle d’images lit une seule image : retirez la seconde phrase, ou choisissez d’autres poids",
  language_reads_one:
    "le modèle de langue lit une seule phrase : retirez la seconde, ou choisissez d’autres poids",
  translation_reads_one:
    "le modèle lit une phrase anglaise et écrit la française : retirez la seconde, ou choisissez d’autres poids",
  // Own numbers.
  attention_array:
    "attention est un tableau ; attendu { data, shape }, comme { data: attention.flat(Infinity), shape: {shape} }",
  attention_no_tensor:
    "attention est de type {kind} ; attendu { data, shape }, data un tableau typé ou simple",
  attention_shape:
    "attention a la forme {shape} ; attendu (têtes, requêtes, clés), ou (couches, têtes, requêtes, clés) de plusieurs couches",
  attention_count: "une attention de la forme {shape} a {expected} poids, et data en a {count}",
  tokens_of_attention:
    "{tokens} tokens pour une attention de {queries} requêtes et {keys} clés : donnez {queries} mots à tokens, ou aucun, et ils sont numérotés",
  tokens_and_keys_of_attention:
    "{tokens} tokens et {key_tokens} key-tokens pour une attention de {queries} requêtes et {keys} clés : donnez {queries} mots à tokens et {keys} à key-tokens, ou aucun, et ils sont numérotés",
  input_count:
    "input a la forme {shape} et {count} nombres ; attendu autant qu’en a (tokens, d_model) ou (1, tokens, d_model)",
  tokens_of_input:
    "{tokens} tokens pour une entrée de la forme {shape}, qui en a {expected} : donnez autant de mots à tokens, ou aucun, et ils sont numérotés",
  batch_of_own_input:
    "batch-tokens va avec des mots dont la page fait des vecteurs, pas avec une entrée à soi ni des poids appris",
  row_off: "{count} lignes sur {all} n’ont pas 1 pour somme",
  rows_off: "{count} lignes sur {all} n’ont pas 1 pour somme",
  weight_negative: "{count} poids sur {all} sont négatifs",
  weights_negative: "{count} poids sur {all} sont négatifs",
  weight_no_number: "{count} poids sur {all} ne sont pas des nombres (NaN)",
  weights_no_numbers: "{count} poids sur {all} ne sont pas des nombres (NaN)",
};
