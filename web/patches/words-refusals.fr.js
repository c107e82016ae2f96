/** Messages about images and their grids in French, by id. */
export const messagesById = {
  patches_image_kind:
    "image est {value} ; attendu une URL, un Blob, un ImageData, un canvas, ou des pixels { data, shape: [hauteur, largeur, 3] }",
  patches_image_no_pixels: "image est {value} ; attendu des pixels { data, shape: [hauteur, largeur, 3] }",
  patches_image_without_attention:
    "image et grid sans attention : donnez attention comme { data, shape: [têtes, requêtes, clés] }, dont les tokens sont les carreaux",
  patches_image_no_number:
    "data de image contient {value} ; attendu des nombres de 0 à 255, ou de 0 à 1, dans un tableau typé ou ordinaire",
  patches_extra_alone:
    "extra {extra} compte les tokens avant les carreaux : donnez aussi à grid les lignes et les colonnes des carreaux, comme [14, 14]",
  patches_image_shape:
    "image a la forme {shape} ; attendu (hauteur, largeur, 3), ou (hauteur, largeur) en gris : un tenseur (3, hauteur, largeur) se transpose d’abord",
  patches_image_count: "une image de la forme {shape} a {expected} nombres, et data en a {count}",
  patches_image_range:
    "image a des nombres de {least} à {most} ; attendu de 0 à 1, ou de 0 à 255 : défaites la normalisation d’un préprocesseur, comme pixels * std + mean",
  patches_image_broken:
    "l’image {name} n’a pas pu être lue : {reason} ; attendu un PNG, JPEG, WebP, GIF ou SVG, de ce site ou d’un site qui permet CORS",
  patches_image_undecoded: "ce navigateur n’y décode aucune image",
  patches_image_alone:
    "image sans grille : donnez à grid les lignes et les colonnes de ses carreaux, comme [14, 14]",
  grid_form: "grid est {value} ; attendu deux entiers au-dessus de 0, lignes et colonnes, comme [14, 14]",
  extra_form:
    "extra est {value} ; attendu le nombre de tokens avant les carreaux, un entier à partir de 0, comme 1 pour [CLS]",
  grid_misfit:
    "une grille de {rows} sur {columns} après extra {extra} fait {made} tokens, et l’attention a {keys} clés : {fits}",
  grid_fits_extra: "donnez {extra} à extra",
  grid_fits_square: "donnez [{side}, {side}] à grid",
  grid_fits_words:
    "donnez {extra} à extra, ou nommez les tokens qui ne sont pas des carreaux, au nombre de {others}, si des mots suivent les carreaux",
  grid_fits_square_or_words:
    "donnez [{side}, {side}] à grid, donnez {extra} à extra, ou nommez les tokens qui ne sont pas des carreaux, au nombre de {others}, si des mots suivent les carreaux",
  grid_fits_none: "lignes fois colonnes plus extra est le nombre de clés",
  grid_names:
    "{tokens} tokens pour {keys} clés, dont {patches} sont des carreaux : nommez les {others} qui n’en sont pas, ou toutes les {keys}",
  grid_queries:
    "{tokens} tokens pour {queries} requêtes qui ne sont pas des carreaux : nommez-les toutes, ou aucune, et elles sont numérotées",
  grid_key_tokens:
    "{tokens} keyTokens pour {keys} requêtes et {keys} clés : à nombre égal, elles se lisent comme des carreaux qui se regardent, que tokens nomme à lui seul",
};
