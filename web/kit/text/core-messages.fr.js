/** Messages of the core in French, by id, with parameters as "{name}". */
export const messagesById = {
  no_circuit_of_latents:
    "le circuit d’une tête demande sa propre matrice de clés, que l’attention latente n’a pas ; lisez plutôt les poids de sa couche",
  // Sizes of a layer, and given numbers.
  heads_do_not_divide:
    "d_model {d_model} n’est pas divisible par heads {num_heads} (au plus près, d_model : {widths} ; heads : {heads})",
  d_model_does_not_divide:
    "d_model {d_model} n’est pas divisible par heads {num_heads} (au plus près, d_model : {widths})",
  kv_heads_do_not_divide:
    "heads {num_heads} n’est pas divisible par kv-heads {num_kv_heads} (diviseurs : {divisors})",
  not_a_whole_number: "{name} {value} n’est pas un entier d’au moins {least}",
  odd_for_rope:
    "rope tourne les composantes par paires, mais d_k {d_k} est impair (pair au plus près : {even})",
  not_positive: "{name} {value} n’est pas un nombre supérieur à 0",
  softcap_out_of_range: "softcap, environ 1e{power}, sort de la simple précision (attendu, de 1e-37 à 1e38)",
  fraction_above_1: "la fraction {fraction} de rope est supérieure à 1",
  fraction_not_even:
    "rope tourne les composantes par paires, mais la fraction {fraction} de d_k {d_k} en fait {turned}",
  rope_and_alibi:
    "rope et alibi disent tous deux les positions ; une couche a l’un, l’autre, ou aucun des deux",
  window_below_0: "window {side} n’est pas un nombre de clés (0 ou plus, ou -1 pour toutes)",
  sink_takes_all: "si bien que son puits prend tout le poids",
  latent_not_constructed:
    "aucun poids n’est construit pour des latents ; prenez des poids aléatoires ou petits",
  latent_with:
    "l’attention latente n’a pas {option} : chaque tête a ses propres clés et valeurs, faites du latent d’une seule entrée ; laissez {option} de côté",
  latent_without_rope:
    "l’attention latente tourne {width} composantes de chaque tête selon leur position ; choisissez aussi rope",
  odd_rope_width:
    "rope tourne les composantes par paires, mais la partie tournée {width} est impaire (pair au plus près : {even})",
  latent_reads_one_input:
    "l’attention latente fait requêtes, clés et valeurs d’une seule entrée : revenez à une phrase, ou laissez le latent de côté",
  fused_reads_one_input:
    "une couche fusionnée lit une seule entrée : revenez à une phrase, ou séparez Q, K et V",
  not_known: "{name} {value} n’existe pas (attendu, un de {known})",
  wrong_shape: "{name} a la forme {shape}, attendu {expected}",
  transpose_away:
    "{name} a la forme {shape}, attendu {expected} ; c’est sa transposée, comme le (out, in) de nn.Linear",
  data_does_not_fill: "{name} : {elements} nombres ne remplissent pas la forme {shape}, qui en a {expected}",
  not_a_tensor: "{name} n’est pas un tenseur (attendu { data, shape }, data étant un tableau typé ou non)",
  dimensions_out_of_range: "{name} a la forme {shape} de {dimensions} dimensions (attendu, 1 à {most})",
  no_number: "{name} contient ce qui n’est pas un nombre : {reason}",
  not_weights: "les poids {weights} ne sont pas un objet de tableaux (attendu : {names})",
  no_weight: "il n’y a pas de poids {name} (attendu : {names})",
  heads_share_keys:
    "les têtes {first} à {last} partagent la tête de clés et de valeurs {group} ; retirez-les toutes ou aucune",
  // Memory and loading.
  beyond_memory: "{what} prendrait {bytes} octets ; la mémoire de WebAssembly finit à {limit}",
  this_pass: "ce passage dans la couche",
  this_run_and_backward: "ce passage et son retour",
  the_layer: "la couche",
  the_tensor: "le tenseur",
  the_embedding: "le plongement",
  the_maps: "l’ensemble des cartes",
  memory_full:
    "la mémoire de WebAssembly est pleine ; appelez dispose() des passages, couches, ajustements et modèles qui ne servent plus",
  no_memory_for_tensor:
    "pas de mémoire pour un tenseur {shape} de {elements} éléments float32 ; appelez dispose() des passages, couches, ajustements et modèles qui ne servent plus",
  no_memory_for_result: "pas de mémoire pour le résultat : {reason}",
  tokens_too_long: "des tokens de {characters} caractères : c’est plus que {most}",
  no_simd:
    "ce navigateur n’a pas WebAssembly avec SIMD et exceptions, dont le cœur de calcul a besoin (Chrome 95, Firefox 100, Safari 16.4 et suivants le font tourner)",
  not_loaded: "le cœur de calcul n’a pas pu être chargé : {reason}",
  no_wasm:
    "{url} a répondu {what} : que le serveur donne headscope.wasm à cet endroit, ou laissez wasmUrl de côté, et la copie dans ce script sert",
  no_file: "{status}, {type}",
  not_wasm: "{status}, {type}, qui n’est pas du WebAssembly",
  core_has_failed: "le cœur de calcul s’est arrêté ({trap}) et ne peut pas continuer ; rechargez la page",
  // Sentences for a trained model.
  unknown_word: "le modèle ne connaît pas le mot {word} ; il connaît {known}",
  no_words: "aucun mot à lire ; il en faut de 1 à {most}",
  too_many_words: "{words} mots, comme le modèle les lit : c’est plus que les {most} positions qu’il a",
  no_blank: "la phrase n’a pas de trou, rien n’y est demandé ; il y faut {blanks}",
  reference_blanks: "it, this/these ou was/were",
  induction_blanks: "une lettre déjà apparue, comme le second a dans : a b c a",
  task_without_blanks:
    "la tâche {task} n’a pas de trous ; créez un Translator, ou un modèle de la tâche {other}",
  // Wrong paths.
  no_difference: "Cela ne change rien ici : {reason}",
  same_order: "avec une seule tête ou un seul token, l’ordre en mémoire est le même",
  viewable_strides: "avec une seule tête, un seul token ou d_v = 1, ces pas permettent la vue",
  one_key: "un softmax sur une seule clé vaut 1",
  d_k_of_1: "la racine carrée de d_k = 1 est 1",
  same_axes: "avec une requête et une clé, les deux axes sont les mêmes",
  no_boolean_mask: "il n’y a pas de masque booléen",
  one_head_alone: "il n’y a qu’une tête",
  one_batch_item: "il n’y a qu’une phrase dans le lot",
  no_mask_differs: "aucun masque commun aux têtes ne diffère d’une phrase à l’autre",
  no_key_padding_mask: "il n’y a pas de masque de remplissage",
  one_item_padding: "il n’y a qu’une phrase dans le lot, et son remplissage est celui de toutes les requêtes",
  no_dropout: "il n’y a pas de dropout",
  no_head_off: "aucune tête n’est dosée à 0",
  no_rope: "il n’y a pas de positions rotatives",
  one_pair: "deux composantes tournées forment une paire dans les deux styles",
  no_past: "il n’y a pas de passé",
  no_alibi: "il n’y a pas d’ALiBi",
  no_window: "il n’y a pas de fenêtre",
  wide_window: "aucune clé n’est plus loin que la fenêtre ne porte",
  causal_after: "le masque causal cache les clés après une requête",
  inputs_of_other_widths:
    "Il y faut des entrées aussi larges que leurs projections : {input} a {features} composantes, sa projection {width}",
  mask_as_square_shape:
    "masque {mask} sur des scores {scores} : la taille {a} du tenseur a doit égaler la taille {b} du tenseur b dans la dimension 2. Les tailles s’apparient à partir de la dernière, donc B = {batch} rencontre T_q = {queries} ; donnez le masque en (B, 1, 1, T_k)",
  // Rows without visible keys.
  row_blocked: "phrase {batch}, {heads}, requête {row} : toutes les clés sont bloquées, {effect}",
  heads_to: "tête 0 à {last}",
  one_head: "tête {head}",
  weights_are_0: "donc ses poids sont 0",
  more_rows_blocked: "et {rows} autres requêtes dont toutes les clés sont bloquées",
  // Chains of calls.
  view_of_other_count: "view {sizes} ne convient pas à {shape}, qui a {elements} éléments et non {known}",
  view_of_no_multiple:
    "view {sizes} ne convient pas à {shape}, dont les {elements} éléments ne sont pas un multiple de {known}",
  view_of_scattered_memory:
    "view {sizes} de la forme {shape} de pas {strides} : les dimensions {before} et {after} ne se suivent pas en mémoire, le pas {stride} n’est pas {run} · {inner}. Appelez d’abord contiguous(), qui copie",
  size_below_one: "taille {size} dans {shape} : toute taille est d’au moins 1",
  uncountable_elements: "la forme {shape} a plus d’éléments que 64 bits n’en comptent",
  no_dimension: "la dimension {dimension} de {shape} n’existe pas (attendu : {first} à {last})",
  no_such_dimension: "la dimension {dimension} n’existe pas",
  permute_count: "permute {order} nomme {count} dimensions ; {shape} en a {dimensions}",
  permute_twice: "permute {order} nomme deux fois la dimension {dimension}",
  no_place_to_unsqueeze:
    "unsqueeze à {place} de {shape} : il n’y a pas de telle place (attendu : {first} à {last})",
  expand_to_fewer: "expand {sizes} a moins de dimensions que {shape}",
  expand_of_size:
    "expand {sizes} de {shape} : la taille {size} de la dimension {dimension} ne peut pas devenir {wanted} ; seule une taille de 1 s’étend",
  call_takes: "arguments de {call} : {what} ; donné : {given}",
  two_dimensions: "deux dimensions",
  one_dimension: "une dimension",
  nothing: "aucun",
  chain_too_large: "les tenseurs de cette chaîne ont ensemble plus de {most} éléments : raccourcissez-la",
  too_many_elements: "la forme {shape} a plus de {most} éléments",
  too_many_dimensions: "{dimensions} dimensions ont été données, attendu {most} au plus",
  sizes_too_many: "{name} {sizes} a {dimensions} dimensions (attendu, {most} au plus)",
};
