/** Titles and explanations of steps, in French. */

const PROJECT =
  "partagera plus tard ses {d_model|$width composantes} en {H|$heads têtes} ; ici elles sont encore côte à côte sur une ligne par {T|token}.";
const SPLIT =
  "La ligne d’un {T|token}, {d_model|$width} nombres, se lit comme {H|$heads têtes} de {d_k|$dK composantes}. Seule la forme a changé, c’est une {view|vue} : les mêmes nombres aux mêmes endroits de la mémoire.";
const HEADS =
  "Chaque {H|tête} possède maintenant une matrice de {T|tokens} par {d_k|composantes}. Pas un nombre n’a bougé en mémoire : seuls les {stride|pas} ont changé de place.";

/** @param {string} why */
const ofValues = (why) => why.replace("d_k", "d_v").replace("$dK", "$dV");

/** @typedef {Readonly<Record<string, number>>} Sizes */

/** @param {number} bias @param {string} name */
const plus = (bias, name) => (bias ? ` + ${name}` : "");

const SLICE = "Ses colonnes de qkv : une {view|vue} qui garde les {stride|pas} du tout.";

const ROTATE =
  "Chaque paire de {d_k|composantes} tourne d’un angle qui croît avec la position : un score dit alors à quelle distance se trouvent deux {T|tokens}.";
const NORM =
  "La ligne de chaque {H|tête} est divisée par la racine de la moyenne de ses carrés, et chaque {d_k|composante} multipliée par un poids appris. Un {score|score} dépend alors des directions plus que des longueurs.";

const NORM_LATENTS =
  "Le latent de chaque {T|token} est divisé par la racine de la moyenne de ses carrés, et chaque composante multipliée par un poids appris. Ce qui est fait des latents dépend alors de leurs directions, non de leurs longueurs.";

const PAST =
  "Elles ont été calculées quand ces {T|tokens} étaient nouveaux, et gardées depuis. Rien n’en est calculé à nouveau.";

const CACHE =
  "Celles des nouveaux {T|tokens} viennent après celles qui sont gardées : une copie des deux. Toutes les étapes suivantes les lisent comme une seule phrase.";

/** Ce que le masque laisse voir. @param {Readonly<Record<string, number>>} sizes */
function seen({ window, before, after, isBatch }) {
  if (window)
    return "dans cette couche, un {T|token} se voit lui-même et les $window tokens qui le suivent, aucun autre.";
  if (before < 0 && after > 0) return "un {T|token} en voit au plus $after après lui.";
  if (isBatch && before < 0 && after < 0)
    return "aucun {T|token} ne voit le remplissage à la fin de la phrase la plus courte.";
  if (before < 0) return "aucun {T|token} n’en voit un qui vient après.";
  if (after < 0) return "un {T|token} en voit au plus $before avant lui.";
  return after
    ? "un {T|token} se voit lui-même, $before avant lui et $after après lui."
    : "un {T|token} voit les $newest derniers, lui compris.";
}

const UNGROUP = {
  name: "dégrouper",
  title: "Renuméroter les têtes à la suite",
  why: "Les groupes se lisent de nouveau comme {H|$heads têtes} à la suite. Une vue : rien ne bouge.",
};

export const steps = {
  x: {
    name: "x",
    title: "Les tokens deviennent des vecteurs",
    why: "Chaque {T|token} est une ligne de {d_model|$dModel composantes} : le vecteur du mot dans la première moitié, les sinus et cosinus de sa position dans la seconde.",
  },
  query: {
    name: "requête",
    title: "La phrase qui demande",
    why: (/** @type {{ isRead: number }} */ { isRead }) =>
      isRead
        ? "Chaque {T|token} est une ligne de {d_model|$dModel caractéristiques} : ce que les couches d’avant ont fait de son mot. Il va demander : quels mots comptent pour moi ?"
        : "Ici, chaque {T|token} va demander : quels tokens de l’autre phrase comptent pour moi ?",
  },
  key: {
    name: "clé",
    title: "La phrase à qui l’on demande",
    why: (/** @type {{ isRead: number }} */ { isRead }) =>
      isRead
        ? "Les mots eux-mêmes, tels que le modèle les plonge : chaque {T|token} s’offre à être trouvé par les requêtes."
        : "Ici, chaque {T|token} s’offre à être trouvé par les requêtes.",
  },
  value: {
    name: "valeur",
    title: "Ce que l’on peut emporter",
    why: "Ce qu’un {T|token} remet une fois qu’on l’a regardé.",
  },
  q: {
    name: "projeter",
    title: "Projeter en requêtes",
    why: (/** @type {Sizes} */ { bias }) =>
      `x W_Q${plus(bias, "b_Q")}, les {query|requêtes} : ce que cherche chaque token. Une seule matrice sert toutes les têtes et ${PROJECT}`,
  },
  k: {
    name: "projeter",
    title: "Projeter en clés",
    why: (/** @type {Sizes} */ { bias }) =>
      `x W_K${plus(bias, "b_K")}, les {key|clés} : ce par quoi chaque token peut être trouvé. Une seule matrice sert toutes les têtes et ${PROJECT}`,
  },
  v: {
    name: "projeter",
    title: "Projeter en valeurs",
    why: (/** @type {Sizes} */ { bias }) =>
      `x W_V${plus(bias, "b_V")}, les {value|valeurs} : ce que donne chaque token quand on le regarde. Une seule matrice sert toutes les têtes et ${PROJECT}`,
  },
  qkv: {
    name: "projeter",
    title: "Projeter les trois d’un coup",
    why: "Un seul produit avec W_Q, W_K et W_V côte à côte : x est lu une fois au lieu de trois.",
  },
  "q:slice": {
    name: "trancher",
    title: "Prélever les requêtes",
    why: SLICE,
  },
  "k:slice": {
    name: "trancher",
    title: "Prélever les clés",
    why: SLICE,
  },
  "v:slice": {
    name: "trancher",
    title: "Prélever les valeurs",
    why: SLICE,
  },
  q_split: { name: "découper", title: "Découper les requêtes", why: SPLIT },
  k_split: { name: "découper", title: "Découper les clés", why: SPLIT },
  v_split: { name: "découper", title: "Découper les valeurs", why: ofValues(SPLIT) },
  q_heads: { name: "en têtes", title: "Transposer en têtes", why: HEADS },
  k_heads: { name: "en têtes", title: "Transposer les clés en têtes", why: HEADS },
  v_heads: { name: "en têtes", title: "Transposer les valeurs en têtes", why: ofValues(HEADS) },
  q_norm: { name: "normer", title: "Normer les requêtes", why: NORM },
  k_norm: { name: "normer", title: "Normer les clés", why: NORM },
  q_rope: { name: "tourner", title: "Tourner les requêtes", why: ROTATE },
  k_rope: { name: "tourner", title: "Tourner les clés", why: ROTATE },
  q_latent: {
    name: "comprimer",
    title: "Comprimer pour les requêtes",
    why: "Un produit fait de chaque {T|token} une ligne courte : le latent dont sont faites toutes les requêtes du token.",
  },
  latent: {
    name: "comprimer",
    title: "Comprimer en un latent",
    why: "Une ligne courte pour chaque {T|token}. Les clés et les valeurs de chaque {H|tête} en sont faites : un cache n’a donc pas à les garder.",
  },
  k_rotary: {
    name: "projeter",
    title: "Projeter vers la clé qui tourne",
    why: "Tourner une clé faite d’un latent annulerait l’économie. Quelques composantes de chaque {T|token} portent donc sa position, une ligne pour toutes les {H|têtes}.",
  },
  q_latent_norm: { name: "normer", title: "Normer les latents des requêtes", why: NORM_LATENTS },
  latent_norm: { name: "normer", title: "Normer les latents", why: NORM_LATENTS },
  latent_past: {
    name: "en cache",
    title: "Latents des tokens précédents",
    why: "Gardés de l’appel d’avant, à la place des clés et des valeurs : une ligne par {T|token}, quel que soit le nombre de {H|têtes}.",
  },
  latent_cache: { name: "ajouter", title: "Ajouter les nouveaux latents", why: CACHE },
  q_content: {
    name: "découper",
    title: "Découper la partie sans position",
    why: "Une {view|vue} des premières composantes de chaque requête : elles se comparent aux clés faites du latent.",
  },
  q_rotary: {
    name: "découper",
    title: "Découper la partie qui tourne",
    why: "Une {view|vue} des dernières composantes de chaque requête : elles seules connaîtront une position.",
  },
  k_rope_past: { name: "en cache", title: "Clés tournées des tokens précédents", why: PAST },
  k_rope_cache: { name: "ajouter", title: "Ajouter les nouvelles clés tournées", why: CACHE },
  k_rope_heads: {
    name: "partager",
    title: "Partager les clés tournées",
    why: "Chaque {H|tête} lit les mêmes clés tournées : une {view|vue} de {stride|pas} 0, où rien n’est copié.",
  },
  q_joined: {
    name: "joindre",
    title: "Joindre les deux parties des requêtes",
    why: "Les composantes sans et avec position côte à côte : leurs produits avec celles d’une clé s’ajoutent en un seul {score|score}.",
  },
  k_joined: {
    name: "joindre",
    title: "Joindre les deux parties des clés",
    why: "À côté de ses propres composantes, chaque {H|tête} reçoit celles, tournées, que toutes partagent.",
  },
  k_past: { name: "gardées", title: "Les clés des tokens d’avant", why: PAST },
  v_past: { name: "gardées", title: "Les valeurs des tokens d’avant", why: PAST },
  k_cache: { name: "ajouter", title: "Ajouter les nouvelles clés", why: CACHE },
  v_cache: { name: "ajouter", title: "Ajouter les nouvelles valeurs", why: CACHE },
  q_groups: {
    name: "grouper",
    title: "Grouper les requêtes",
    why: "Les {H|têtes} de requête sont numérotées deux fois : quelle clé partagée elles lisent, et lequel de ses lecteurs elles sont. Une vue : rien ne bouge.",
  },
  scores_groups: {
    name: "QKᵀ",
    title: "Les requêtes rencontrent les clés partagées",
    why: "Un {score|produit scalaire} sur {d_k|$dK composantes} pour chaque paire de {T|tokens} ; dans chaque {G|groupe}, les {H|têtes} lisent les mêmes clés.",
  },
  weights_groups: {
    name: "grouper",
    title: "Grouper les poids",
    why: "Les {H|têtes} sont de nouveau numérotées par groupe, pour que chacune rencontre les valeurs que son groupe partage.",
  },
  context_groups: {
    name: "× V",
    title: "Mélanger les valeurs partagées",
    why: "Chaque {T|token} reçoit la moyenne des valeurs de son groupe, pondérée par sa ligne d’attention, dans chaque {H|tête} séparément.",
  },
  k_groups: {
    name: "partager",
    title: "Partager les clés",
    why: "Plusieurs {H|têtes} de requête lisent les mêmes clés. Un {stride|pas} de 0 les répète sans copie.",
  },
  v_groups: {
    name: "partager",
    title: "Partager les valeurs",
    why: "Plusieurs {H|têtes} de requête lisent les mêmes valeurs. Un {stride|pas} de 0 les répète sans copie.",
  },
  k_t: {
    name: "Kᵀ",
    title: "Retourner les clés",
    why: "Les {d_k|composantes} de haut en bas, les {T|tokens} en travers, pour que la ligne d’une requête rencontre la colonne de chaque clé. Là encore, seuls deux pas ont échangé leur place.",
  },
  scores: {
    name: "QKᵀ",
    title: "Les requêtes rencontrent les clés",
    why: "Un {score|produit scalaire} sur {d_k|$dK composantes} pour chaque paire de {T|tokens}, dans chaque {H|tête} : à quel point cette {query|requête} et cette clé s’accordent-elles ?",
  },
  "scores:view": UNGROUP,
  scaled: {
    name: "÷ √d_k",
    title: "Mettre les scores à l’échelle",
    why: "Une somme de {d_k|$dK} produits croît comme √{d_k|$dK}. Divisés par elle, les {score|scores} gardent leur étalement et le {softmax|softmax} reste doux.",
  },
  capped: {
    name: "plafonner",
    title: "Plafonner les scores",
    why: "Un {score|score} s devient c · tanh(s / c) : les petits restent ce qu’ils sont, et aucun ne dépasse c. Ainsi nulle clé ne prend tout le poids par un score énorme.",
  },
  biased: {
    name: "− distance",
    title: "Soustraire la distance",
    why: "Chaque {score|score} perd la distance de ses deux {T|tokens}, multipliée par une pente propre à sa {H|tête}. Les clés lointaines comptent moins, beaucoup dans certaines têtes, à peine dans d’autres.",
  },
  masked: {
    name: "masque",
    title: "Bloquer ce qu’il ne faut pas voir",
    why: (/** @type {Readonly<Record<string, number>>} */ sizes) =>
      `Les paires hachurées sont {mask|masquées} : mises à −∞, pour que le {softmax|softmax} leur donne un poids d’exactement 0 : ${seen(sizes)}`,
  },
  weights: {
    name: "softmax",
    title: "Softmax sur les clés",
    why: "Le {softmax|softmax} fait une distribution de chaque ligne de {logit|scores} : un {T|token} répartit un poids de 1 sur les tokens qu’il peut voir, une fois dans chaque {H|tête}.",
  },
  with_sink: {
    name: "+ puits",
    title: "Ajouter le puits",
    why: "Une colonne de plus : un {score|score} appris par {H|tête}, qui n’appartient à aucune clé. Un {T|token} qui ne trouve rien peut y mettre son poids.",
  },
  weights_with_sink: {
    name: "softmax",
    title: "Softmax sur les clés et le puits",
    why: "Le {softmax|softmax} fait de chaque ligne de {logit|scores} une distribution, puits compris. Plus le puits reçoit, moins il reste aux clés.",
  },
  "weights:slice": {
    name: "ôter le puits",
    title: "Ôter la colonne du puits",
    why: "Le puits n’a pas de valeur à donner, sa colonne s’en va donc : une {view|vue} du reste. La somme d’une ligne de poids est désormais inférieure à 1.",
  },
  dropped: {
    name: "dropout",
    title: "Abandonner quelques poids",
    why: "À l’entraînement, le {dropout|dropout} met quelques poids à 0 au hasard, et les autres grandissent de 1/(1 − p), pour qu’aucune tête ne repose sur une seule paire.",
  },
  context: {
    name: "× V",
    title: "Mélanger les valeurs",
    why: "Chaque {T|token} reçoit la moyenne de toutes les valeurs, pondérée par sa ligne d’attention, dans chaque {H|tête} séparément.",
  },
  "context:view": UNGROUP,
  context_scaled: {
    name: "doser",
    title: "Doser les têtes",
    why: "Le contexte de chaque {H|tête} est multiplié par un nombre à elle ; 0 retire la tête.",
  },
  context_t: {
    name: "retour",
    title: "Transposer en retour",
    why: "Les {H|têtes} d’un même {T|token} reviennent côte à côte, mais dans la forme seulement : en mémoire chaque tête est encore à part.",
  },
  context_c: {
    name: "contigu",
    title: "Réécrire la mémoire",
    why: (/** @type {Readonly<Record<string, number>>} */ { dV }) =>
      `Cette fois les nombres bougent vraiment : une copie où les {H|têtes} d’un même {T|token} sont côte à côte. ${
        dV > 1
          ? "Sans elle, la vue suivante est refusée."
          : "Avec une seule {d_v|composante} par tête, la vue suivante s’en passerait : un seul {stride|pas} parcourt encore une ligne."
      }`,
  },
  "context_c:view": {
    name: "contigu",
    title: "Rien à réécrire",
    why: "Avec une seule {H|tête}, ou un seul {T|token}, les nombres sont déjà dans l’ordre de leurs axes : contiguous() ne copie rien et transmet la même mémoire.",
  },
  concat: {
    name: "concaténer",
    title: "Concaténer les têtes",
    why: (/** @type {Readonly<Record<string, number>>} */ { heads, T }) =>
      `{H|$heads ${heads > 1 ? "têtes" : "tête"}} de {d_v|$dV} ${heads > 1 ? "se lisent" : "se lit"} comme une seule ligne de {d_model|composantes}. Concaténer est une vue : rien n’est copié${
        heads > 1 && T > 1 ? ", puisque la copie a eu lieu avant" : ""
      }.`,
  },
  output: {
    name: "W_O",
    title: "Projeter vers la sortie",
    why: "W_O mélange ce que les {H|têtes} ont trouvé en un vecteur de {d_model|$dModel composantes} par {T|token}, la forme de l’entrée.",
  },
};
