/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfPictures = {
  patch_weights: {
    ask: ({ side, patch, heads }) =>
      `Une image de ${side} × ${side} pixels est découpée en carreaux de ${patch} × ${patch}, précédés de [CLS]. Il y a ${heads} têtes. Quelle est la forme des poids d’attention ?`,
    why: ({ count, answer }) =>
      `${answer} : ${count} × ${count} carreaux et [CLS] sont les tokens, et chacun d’eux interroge chacun d’eux.`,
    wrong: {
      no_cls: () => "[CLS] est un token, lui aussi.",
      side: () =>
        "C’est une ligne étalée sur l’image. Chaque token a une telle ligne, et [CLS] en fait partie.",
      pixels: () => "Les pixels d’un carreau forment ensemble un seul token.",
    },
  },
  sleeves: {
    ask: ({ picture }) =>
      `Les deux colonnes extérieures de carreaux, des deux côtés d’une image, sont peintes en noir. Comment le modèle nomme-t-il alors le plus souvent les images de la classe ${picture} ?`,
    why: ({ answer, share }) => `Il nomme ${answer} ${(100 * share).toFixed(1)} % de 1,000 images de test.`,
    wrong: {
      pullover: () => "Ce qui en fait un pullover se trouvait là : les manches.",
      dress: () => "Rien d’elle ne se trouve dans ces colonnes : elles étaient noires avant.",
      bag: () => "La plus grande partie du tissu est toujours là, et il n’a pas d’anse.",
      "T-shirt": () => "Un tiers d’entre eux. Davantage sont encore des manteaux (coat) pour lui.",
    },
  },
};
