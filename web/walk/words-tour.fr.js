/** Captions of the tour, in French. */

const TURNED = "tourne d’un angle qui croît avec sa position. Elle dit maintenant aussi où elle se trouve.";
const MEETS =
  "Chaque requête rencontre chaque clé : on multiplie nombre par nombre, et on additionne. Une grande somme dit : cette clé convient.";
const ANSWER =
  "Voici la réponse. Chaque mot prend dans toutes les valeurs, dans chacune autant que le dit son poids.";

export const tour = {
  title: "Visite",
  position: "Position dans la visite",
  at: (/** @type {{ at: number, of: number, name: string }} */ { at, of, name }) =>
    `${at} sur ${of} : ${name}`,
  speed: "vitesse",
  times: (/** @type {number} */ speed) => `${String(speed).replace(".", ",")}×`,
  close: "Fermer la visite",
  captions: {
    x: "Chaque mot devient une rangée de $dModel nombres. Ils disent quel mot c’est, et où il se trouve.",
    query: "Les mots demandent (requête), se trouvent (clé) et remettent (valeur). Ceux-ci demandent.",
    key: "Voici les mots qui peuvent répondre : chacun recevra une clé.",
    value: "Et voici ce qu’ils ont à donner : chacun recevra une valeur.",
    q: "Qui demande ? Chaque mot fait une requête : ce qu’il cherche.",
    k: "Qui répond ? Chaque mot fait aussi une clé : ce à quoi on le reconnaît.",
    v: "Et quelle est la réponse ? Chaque mot fait une valeur : ce qu’il donne quand on le trouve.",
    qkv: "Un seul produit fait trois choses de chaque mot : sa requête, sa clé et sa valeur.",
    "q:slice": "La première partie est la requête : ce qu’un mot cherche.",
    "k:slice": "La deuxième partie est la clé : ce à quoi on reconnaît un mot.",
    "v:slice": "La troisième partie est la valeur : ce qu’un mot donne quand on le trouve.",
    q_split:
      "Chaque requête est coupée en $heads morceaux, un par tête. Chaque tête pose ainsi sa propre question.",
    k_split: "Les clés sont coupées de même. Une tête ne compare que ses propres morceaux.",
    v_split: "Les valeurs aussi : chaque tête donne ses $dV nombres.",
    q_heads:
      "Les morceaux sont rangés par tête. Chaque tête tient une petite table : la question que lui pose chaque mot.",
    k_heads: "De même pour les clés : chaque tête tient ce à quoi on reconnaît chaque mot.",
    v_heads: "Et pour les valeurs : chaque tête tient ce que donne chaque mot.",
    q_rope: `Chaque requête ${TURNED}`,
    k_rope: `Chaque clé ${TURNED}`,
    k_groups: "Plusieurs têtes lisent les mêmes clés. Rien n’est copié pour cela.",
    v_groups: "Elles lisent aussi les mêmes valeurs.",
    k_t: "Les clés sont couchées. La ligne d’une requête peut maintenant rencontrer la colonne d’une clé.",
    scores: MEETS,
    scores_groups: MEETS,
    scaled: "Les longues sommes grandissent. Divisés par √$dK, les scores restent comparables.",
    masked: "Les paires qui ne doivent pas se voir sont barrées. Leur poids sera exactement 0.",
    weights:
      "Chaque mot a un poids de 1 à distribuer. Plus un score est haut, plus la part de sa clé est grande.",
    dropped:
      "Des poids sont mis à 0 au hasard, seulement pendant l’apprentissage. Aucune tête ne compte ainsi sur une seule paire.",
    context: ANSWER,
    context_groups: ANSWER,
    context_scaled: "Chaque tête est montée ou baissée par un nombre à elle.",
    context_t: "Retour aux mots : les réponses de toutes les têtes pour un mot sont de nouveau côte à côte.",
    context_c:
      "En mémoire elles sont encore séparées, tête par tête. Elles sont maintenant copiées l’une à côté de l’autre.",
    "context_c:view": "En mémoire elles sont déjà l’une à côté de l’autre. Il n’y a rien à copier.",
    concat: "Les $heads réponses pour un mot se lisent comme une seule longue rangée.",
    output:
      "W_O mélange ce que les têtes ont trouvé. Chaque mot repart avec une nouvelle rangée, aussi longue que la première.",
  },
  operations: {
    input: "Voici les nombres qui entrent.",
    linear: "Une matrice fait de chaque rangée une nouvelle rangée : des produits, additionnés.",
    matmul: "Des lignes rencontrent des colonnes : on multiplie nombre par nombre, et on additionne.",
    add: "Deux tables sont additionnées, nombre par nombre.",
    scale: "Chaque nombre est multiplié par le même facteur.",
    mask: "Ce qui ne doit pas être vu est barré.",
    softmax: "Les scores deviennent des parts, et chaque ligne fait 1.",
    rope: "Des paires de nombres tournent d’un angle qui croît avec la position.",
    rope_half: "Les nombres des deux moitiés tournent par paires, d’un angle qui croît avec la position.",
    rms_norm: "Chaque rangée est ramenée à une même longueur, et chaque nombre reçoit un poids à lui.",
    softcap: "Les grands scores sont recourbés, si bien qu’aucun ne dépasse le plafond.",
    alibi: "Plus deux mots sont éloignés, plus leur score diminue.",
    sink: "Une colonne de plus rejoint les scores : une place pour le poids qu’aucune clé ne reçoit.",
    dropout: "Des nombres sont mis à 0 au hasard.",
    view: "Les mêmes nombres se lisent sous une autre forme. Rien ne bouge.",
    transpose: "Deux axes changent de place. Rien ne bouge en mémoire.",
    expand: "Les mêmes nombres sont lus plusieurs fois. Rien n’est copié.",
    slice: "Seule une partie est lue. Rien ne bouge.",
    concat: "Ce qui était gardé et ce qui est nouveau sont copiés côte à côte.",
    contiguous: "Les nombres sont copiés dans l’ordre où ils sont lus.",
  },
};
