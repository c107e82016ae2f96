/** Words of the lab of asking and being asked, in French. */

/** @type {import("../lab-list.js").Title} */
export const rolesTitle = {
  name: "Rôles",
  question: "Qui demande, à qui demande-t-on : et si les deux étaient la même chose ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").ROLES>} */
export const labRoles = {
  way: "requêtes et clés :",
  ways: [
    ["own", "telles quelles"],
    ["tied", "W_K = W_Q"],
    ["raw", "x brut, sans W"],
  ],
  head: "tête",
  scores: "S : la ligne demande",
  turned: "Sᵀ : on demande à la ligne",
  asymmetry: "Distance à la symétrie, ‖S − Sᵀ‖ / 2‖S‖",
  asymmetryShort: "‖S − Sᵀ‖ / 2‖S‖",
  said: {
    own: "W_Q dit ce que cherche un mot, W_K par quoi on peut le trouver. Ce sont deux matrices, pour que demander et être demandé puissent différer.",
    tied: "Avec une seule matrice pour les deux, ce que cherche un mot est ce par quoi on le trouve : S = Sᵀ. Un mot demande à un autre exactement autant que l’autre lui demande.",
    raw: "Des entrées brutes à la place des requêtes et des clés les lient aussi : le score d’un mot pour un autre est le produit scalaire de leurs vecteurs, dans un sens comme dans l’autre. W_Q et W_K ne comptent jamais et n’apprennent rien, et rien n’échoue.",
  },
  zero: "0 est symétrique, 1 est S = −Sᵀ ; là où s_ij et s_ji n’ont rien à voir l’un avec l’autre, c’est environ 0.71.",
  softmax:
    "Le softmax prend chaque ligne à part : même de scores symétriques, les poids n’ont donc pas à l’être.",
  even: "Les têtes construites de cette couche qui regardent les mots, les places proches ou rien du tout sont symétriques telles quelles : proche est proche dans les deux sens. Celles du token précédent ou suivant ne le sont pas.",
  cell: (asks, asked, there, back) =>
    asks === asked
      ? `« ${asks} » se demande à lui-même : ${there}.`
      : `« ${asks} » demande à « ${asked} » : ${there}. « ${asked} » demande à « ${asks} » : ${back}.`,
  hindrance: {
    cross:
      "Ici, les mots d’une phrase interrogent ceux d’une autre : S n’est pas carrée, et à ceux qui demandent personne ne demande.",
    shared: "Plusieurs têtes partagent ici une tête de clés, qui ne peut être liée aux requêtes de toutes.",
  },
  refused: (message) => `Le cœur de calcul n’accepte pas ce chemin ici : ${message}.`,
  figure: (head) =>
    `Scores de la tête ${head} et leur transposée. Entrée, puis les flèches, pour parcourir les cases ; la même case est entourée dans les deux.`,
  byHead: "Tête par tête",
  corner: "demande",
};
