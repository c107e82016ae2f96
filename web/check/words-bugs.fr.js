/** Words about bugs that people really made, in French. */

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-bugs.js").BUGS_PAGE>} */
export const bugsPage = {
  title: "Bugs que des gens ont vraiment faits",
  lead: "Chacun est une seule ligne fausse dans une couche d’attention multi-têtes. Les programmes tournent, et la plupart apprennent. Les images sont calculées dans cette page, sur une petite couche aux poids aléatoires, par le code auquel headscope check compare le vôtre. Les lignes qui sont NaN dans PyTorch sont dessinées comme 0.",
  exercises: "Les mêmes en exercices : trouver l’erreur",
  own: "Vérifier votre propre code",
  heads: "Projections et têtes",
  positions: "Positions",
  scores: "Scores",
  masks: "Masques",
  softmax: "Softmax et dropout",
  output: "Sortie",
  wrong: "Faux",
  right: "Juste",
  reported: "Signalé :",
  unreported: "Aucun signalement public n’est connu.",
  walk: "Le voir dans les étapes",
  walkStep: "Voir cette étape",
  mapOfWeights: (sentence, head) =>
    `Attention de la tête ${head} dans la phrase ${sentence}. Lignes : requêtes ; colonnes : clés.`,
  mapOfOutput: (sentence) => `Sortie de la phrase ${sentence}`,
  failed: "L’image n’a pas pu être calculée.",
};

/** @type {import("../kit/text/words.js").Translated<typeof import("./words-bugs.js").BUG_WORDS>} */
export const bugs = {
  view_without_transpose: {
    title: "Têtes découpées par une vue sans transposition",
    why: "Une tête devrait tenir un morceau de chaque token. Ici la ligne d’un token est découpée, et chaque morceau compte comme un token à part.",
  },
  split_features_first: {
    title: "Têtes découpées les composantes d’abord",
    notice:
      "Rien n’échoue, et un nouveau modèle s’y adapte en apprenant. Des poids entraînés ailleurs donnent du bruit, car leurs têtes sont des colonnes voisines.",
  },
  raw_inputs: { title: "Les entrées servent de requêtes, de clés et de valeurs" },
  transposed: {
    title: "Une matrice de poids est transposée",
    why: "La matrice est carrée, si bien que sa transposée tourne aussi : chaque nombre d’une clé est fait avec une ligne de W_K au lieu d’une colonne.",
    notice:
      "Toutes les formes sont justes, et un nouveau modèle apprend comme avant. Seuls des poids entraînés ailleurs donnent du bruit.",
  },
  matrices_exchanged: {
    title: "Valeurs faites avec la matrice des clés",
    notice:
      "Un nouveau modèle apprend avec une matrice pour deux usages, et il est moins bon. Des poids entraînés ailleurs se chargent sans erreur, et W_V n’est jamais lue.",
  },
  qkv_by_heads: {
    title: "Une matrice fusionnée coupée dans un autre ordre",
    notice:
      "Les formes sont justes dans tous les ordres. Un nouveau modèle apprend l’ordre qu’on lui donne ; le checkpoint d’un autre programme écrit n’importe quoi.",
  },
  kv_tiled: {
    title: "Clés partagées répétées en bloc",
    notice:
      "Avec une seule tête de clés, ou autant que de requêtes, les deux ordres sont égaux : les petits tests passent. Un checkpoint à groupes donne du bruit.",
  },
  no_bias: {
    title: "Les biais enregistrés ne sont jamais ajoutés",
    why: "Le checkpoint a des biais pour les requêtes, les clés et les valeurs, et le programme ne les ajoute pas.",
    notice:
      "Un nouveau modèle en souffre à peine. Un checkpoint qui a des biais écrit n’importe quoi alors qu’un autre sans biais marche : ce contraste trahit le bug.",
  },
  keys_ask: {
    title: "Les clés demandent, et les requêtes répondent",
    notice:
      "L’entraînement ne le montre pas, car W_Q et W_K échangent seulement leurs rôles. Les images sont tournées, et des poids entraînés ailleurs donnent d’autres résultats.",
  },
  no_scale: {
    title: "Les scores ne sont jamais divisés",
    notice:
      "Les têtes larges saturent : une clé prend presque tout le poids, et peu de gradient passe. L’entraînement démarre lentement, ou s’arrête.",
  },
  scale_d_model: {
    title: "Divisé par √d_model",
    notice:
      "La perte baisse tout de même, car W_Q et W_K peuvent grandir. Plus une couche a de têtes, plus son attention commence uniforme.",
  },
  scale_without_root: {
    title: "Divisé deux fois par √d_k",
    notice:
      "La perte baisse tout de même. Les scores le montrent : chacun est trop petit du facteur √d_k, et la ligne de poids est trop égale.",
  },
  scale_multiplied: {
    title: "Multiplié par √d_k",
    notice:
      "Dès le premier pas, chaque ligne a presque tout son poids sur une clé. Les gradients sont minuscules, et l’entraînement est lent ou instable.",
  },
  scale_factor: {
    title: "Divisé par la constante d’un autre modèle",
    notice:
      "À la largeur pour laquelle la constante a été écrite, tout est juste. À d’autres, la perte baisse tout de même, et l’attention est trop égale ou trop pointue.",
  },
  alibi_sign: { title: "La distance est ajoutée au lieu d’être soustraite" },
  mask_reversed: { title: "Le masque est lu à l’envers" },
  not_masked: {
    title: "Le masque causal manque",
    why: "Chaque requête voit aussi les clés qui la suivent : le modèle lit le token qu’il doit prédire.",
    notice:
      "La perte est bien trop bonne, et le texte généré n’a pas de sens. Un test le trouve : changez le dernier token, et aucune sortie antérieure ne doit changer.",
  },
  mask_diagonal: {
    title: "Le masque bloque aussi le token lui-même",
    notice:
      "Le premier token ne voit rien : sa ligne est NaN, et la perte aussi. Avec −1e9 au lieu de −∞, la ligne est uniforme, et rien n’échoue.",
  },
  mask_future: {
    title: "Le masque causal commence une clé trop tard",
    notice:
      "La perte est bien trop bonne, car chaque token voit celui qu’il doit prédire. Le texte généré n’a pas de sens.",
  },
  causal_top_left: {
    title: "Le masque causal part d’en haut à gauche",
    notice:
      "À l’entraînement il y a autant de requêtes que de clés, et rien n’est faux. Avec un cache, les nouveaux tokens perdent presque tout ce qui précède.",
  },
  window_off_by_one: {
    title: "La fenêtre a une clé de trop",
    why: "Une fenêtre de n contient le token lui-même et n − 1 avant lui. Avec > au lieu de >=, elle en contient n avant lui.",
  },
  mask_filled: {
    title: "Les scores bloqués sont remplis de presque 0",
    notice:
      "1e-9 devait être -1e9. Les clés bloquées gardent une part aussi grande que celle d’un score ordinaire : sous un masque causal, la perte est bien trop bonne ; avec du remplissage, elle change à peine.",
  },
  mask_added_as_binary: {
    title: "Un masque additif lu comme un masque binaire",
    notice:
      "Chaque moitié paraît juste : l’une fait un masque de 0 et de −1e9, l’autre bloque où le masque vaut 0. Une image de l’attention le montre aussitôt.",
  },
  masked_afterwards: {
    title: "Masqué après le softmax",
    notice:
      "La perte ne le dit pas. La somme d’une ligne le dit, car elle est inférieure à 1 : les premiers tokens perdent l’essentiel de leur poids sur des clés bloquées.",
  },
  mask_repeat_order: {
    title: "Le masque est répété dans le mauvais ordre",
    why: "En mémoire, les têtes d’une phrase sont ensemble. Le masque a été répété en entier, si bien que des têtes ont reçu le remplissage d’une autre phrase.",
  },
  mask_batches_first: {
    title: "Têtes empilées d’abord, masque par phrases",
    notice:
      "Avec des phrases de même longueur, c’est invisible. Avec du remplissage, des têtes reçoivent le masque d’une autre phrase : elles lisent leur propre remplissage, ou manquent des mots.",
  },
  mask_on_queries: {
    title: "Le masque de remplissage posé sur les requêtes",
    notice:
      "Avec −∞, les lignes du remplissage sont NaN, ce qui se répand dans la couche suivante. Avec −1e9, rien n’échoue : chaque ligne voit encore le remplissage, et la sortie d’une phrase change avec la longueur de son lot.",
  },
  padding_ignored: {
    title: "Le masque de remplissage ne sert jamais",
    notice:
      "La perte le dit à peine. Un test le dit : une phrase seule et la même dans un lot plus long doivent avoir la même sortie.",
  },
  mask_as_square: {
    title: "Le masque de remplissage est lu comme requêtes par clés",
    notice:
      "Avec une seule phrase, c’est juste, par broadcasting. Les autres lots lèvent une erreur, sauf s’ils ont autant de phrases que de tokens.",
  },
  softmax_axis: { title: "Softmax sur les requêtes" },
  softmax_heads: {
    title: "Softmax sur les têtes",
    notice:
      "Rien n’échoue : la forme est juste, et chaque poids est entre 0 et 1. La somme d’une ligne le montre, car elle n’est pas 1.",
  },
  dropped_attention: {
    title: "Attention enregistrée après le dropout",
    notice:
      "L’entraînement est juste ; seules les images et les mesures ne le sont pas : deux passes donnent deux images, et les lignes ne somment pas à 1. Le dropout reste là où les valeurs se mélangent ; les poids sont enregistrés avant lui.",
  },
  merge_without_transpose: {
    title: "Têtes réunies sans transposition",
    why: "Une ligne devrait tenir toutes les têtes d’un token. Ici elle tient plusieurs tokens d’une tête : d’abord tous ceux de la tête 0, puis ceux de la tête 1.",
  },
  merge_mixes_batch: {
    title: "Une réunion qui mélange les phrases",
    notice:
      "Avec une seule phrase, c’est la réunion sans transposition. Dans un lot, les phrases aussi se mélangent : changez-en une, et la sortie d’une autre change.",
  },
  rope_style: { title: "Positions rotatives dans l’autre style de paires" },
  rope_axis: {
    title: "Positions rotatives le long des têtes",
    notice:
      "La requête et la clé d’une tête sont tournées du même angle, si bien que la rotation s’annule dans chaque score. Un modèle apprend comme s’il n’avait pas de positions.",
  },
  rope_missing: {
    title: "Seules les requêtes sont tournées",
    notice:
      "Un nouveau modèle s’y adapte en partie. Avec des poids entraînés ailleurs, le texte se défait après quelques mots.",
  },
  positions_restart: { title: "Les nouveaux tokens comptent leurs positions depuis 0" },
  latent_style: {
    title: "Attention latente tournée dans l’autre style de paires",
    notice:
      "Un nouveau modèle apprend les paires qu’on lui donne. Un checkpoint de l’autre style se charge sans erreur, et écrit n’importe quoi.",
  },
  no_output: {
    title: "La projection de sortie manque",
    notice:
      "Un nouveau modèle est un peu moins bon, car les couches suivantes compensent. Avec des poids enregistrés, cela se voit : W_O reste de trop.",
  },
};
