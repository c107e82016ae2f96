/** Messages about unreadable checkpoints, in French, by id. */
export const messagesById = {
  // The folder.
  not_files:
    'files {files} ne sont pas des fichiers ; attendu les fichiers d’un dossier, ou un objet de fichiers : { "config.json": blob, … }',
  not_a_file: "{name} est {given} ; attendu un Blob ou un Uint8Array",
  no_paths: "dossier {folder} : seul Node ouvre des chemins ; donnez les fichiers du dossier",
  no_folder:
    "« {folder} » n’est pas un dossier de ce disque : donnez le chemin d’un dossier, ou hf: suivi du nom du modèle sur le hub, comme hf:openai-community/gpt2",
  no_hub_name: "{name} n’est pas un nom du hub ; attendu : propriétaire/nom, comme openai-community/gpt2",
  host_lacks_file: "l’hôte n’a pas {file} : vérifiez l’adresse ou le nom du modèle",
  host_forbids: "l’hôte ne donne pas {file} (statut {status}) : demandez l’accès à son propriétaire",
  model_is_gated:
    "le hub ne donne pas ce modèle à tout le monde (statut {status}) : il est à accès restreint ou privé, ou aucun modèle n’a ce nom. Voyez {page}, acceptez-y sa licence, et donnez un jeton de votre compte",
  token_refused:
    "le hub refuse le jeton (statut {status}) : acceptez la licence du modèle sur {page}, et donnez un jeton du même compte, autorisé à lire",
  host_unreachable:
    "{file} n’est pas arrivé après {attempts} tentatives ({reason}) : vérifiez la connexion, et réessayez",
  host_asks_for_pause: "l’hôte de {file} demande une pause de {seconds} s : réessayez ensuite",
  host_file_is_empty: "{file} est vide sur son hôte : prenez un autre hôte, ou une autre révision",
  no_address: "{address} n’est pas une adresse ; attendu : par exemple https://example.org/gpt2/",
  address_with_password:
    "l’adresse de {host} contient un nom ou un mot de passe, que les messages montreraient : retirez-les, et donnez un jeton",
  token_malformed:
    "le jeton n’est pas une ligne de caractères imprimables sans espaces : copiez-le de nouveau",
  no_room_for_file:
    "{bytes} octets de {file} ne tiennent pas en mémoire : prenez un modèle plus petit, ou un hôte qui répond aux plages",
  host_sends_other_bytes:
    "l’hôte envoie d’autres octets de {file} que ceux demandés : prenez un autre hôte, ou téléchargez le dossier",
  file_changed_on_host: "{file} a changé sur son hôte pendant la lecture : ouvrez le modèle de nouveau",
  path_of_file: "{file} est un fichier : donnez son dossier, {folder}",
  two_checkpoints: "config.json se trouve dans {folders} : ouvrez un seul de ces dossiers",
  file_unreadable: "{file} n’a pas pu être lu : {reason}",
  folder_unreadable:
    "les fichiers n’ont pas pu être lus ({reason}) : vérifiez que vous avez le droit de les lire, ou copiez-les dans un autre dossier, et ouvrez celui-ci",
  file_changed:
    "{file} n’a plus {bytes} octets : il a changé pendant qu’il était ouvert ; ouvrez de nouveau le dossier",
  file_not_fetched:
    "{file} est un pointeur de Git LFS, pas le fichier lui-même : allez le chercher avec git lfs pull",
  json_too_long: "{file} a {bytes} octets, et on en lit {most} au plus : ce n’est pas un tel fichier",
  no_json: "{file} n’est pas du JSON ({reason}) : téléchargez-le de nouveau",
  no_json_object: "{file} ne contient pas d’objet JSON : téléchargez-le de nouveau",
  no_config:
    "il n’y a pas de config.json parmi {files} : ouvrez le dossier entier du modèle, tel que le hub le donne",
  // The weights.
  no_safetensors: "{file} n’est pas un fichier safetensors : {reason} ; téléchargez-le de nouveau",
  no_weights:
    "il n’y a pas de model.safetensors parmi {files} : ouvrez le dossier entier du modèle, tel que le hub le donne",
  weights_are_pickled:
    "{file} est un pickle, qui peut exécuter n’importe quel programme et ne s’ouvre pas : prenez model.safetensors sur le hub, ou enregistrez-le en Python avec model.save_pretrained(folder, safe_serialization=True)",
  weights_are_gguf:
    "{file} est du GGUF, un format quantifié de llama.cpp : ouvrez le dossier dont il vient, avec config.json et model.safetensors",
  weights_are_adapter:
    "{file} appartient à un adaptateur, pas à un modèle : fusionnez-le avec son modèle en Python par model.merge_and_unload(), et enregistrez le tout",
  weights_are_consolidated:
    "{file} a les noms du code de son auteur : ouvrez model.safetensors ou ses parties, aux noms du hub",
  weights_are_other:
    "{file} vient d’un autre framework : ouvrez model.safetensors, ou enregistrez-le en Python avec model.save_pretrained(folder, safe_serialization=True)",
  weights_quantised:
    "les poids sont quantifiés par {method} : ouvrez le modèle en F32, F16 ou BF16, tel qu’il était avant",
  shards_without_index:
    "{files} sont des parties des poids, et {index}, qui en est la liste, manque : ajoutez-le",
  no_weight_map: "{file} n’a pas de weight_map, qui nomme le fichier de chaque tenseur",
  shard_missing: "{file} manque, que {index} nomme : ajoutez-le",
  tensor_not_in_shard:
    "{name} n’est pas dans {file}, où l’index le place : téléchargez de nouveau le fichier",
  names_of_another_family:
    "un {family} a {expected}, et les poids n’ont pas un tel tenseur ; les leurs commencent par {found} : config.json est d’un autre modèle, ou les noms ne sont pas ceux du hub",
  parameter_missing:
    "il manque aux poids {name} {shape}, qu’a un {family} de ce config.json : téléchargez-les de nouveau, ou prenez le config.json qui va avec eux",
  parameter_shape:
    "{name} a la forme {shape}, et config.json en fait {expected} : prenez le config.json qui va avec les poids",
  tensor_type:
    "{name} est de dtype {dtype} ; on lit F32, F16 et BF16 : ouvrez le modèle dans l’un de ces types",
  tensor_missing: "il n’y a pas de tenseur {name} dans les poids",
  tensor_too_large:
    "on demande {bytes} octets de {name} {shape}, et on en donne {most} au plus à la fois : demandez quelques-unes de ses lignes",
  no_row: "{name} {shape} n’a pas de ligne {row}",
  tensor_not_finite: "{name} contient {value}, et ainsi tout ce qui en est calculé",
  // The tokenizer.
  no_tokenizer:
    "le dossier n’a pas de {file}, qui découpe le texte : donnez les numéros des morceaux, ou écrivez le fichier en Python avec AutoTokenizer.from_pretrained(folder).save_pretrained(folder)",
  tokenizer_is_sentencepiece:
    "le dossier n’a pas de {file}, et les fichiers de SentencePiece, comme {models}, ne se lisent pas : écrivez le fichier en Python avec AutoTokenizer.from_pretrained(folder).save_pretrained(folder), après pip install sentencepiece protobuf ; là où rien ne s’écrit, comme pour Marian et M2M-100, donnez les numéros des pièces, tokenizer(text).input_ids, ou prenez le fichier d’une conversion comme Xenova/opus-mt-en-fr sur le hub",
  tokenizer_unknown: "{file} ne décrit pas un tokenizer connu : {reason}",
  // Images.
  no_preprocessor:
    "le dossier n’a pas de {file}, qui dit comment redimensionner les images : prenez-le sur le hub, ou donnez { pixelValues }",
  reads_pictures: "un {family} lit des images, pas du texte : donnez une image",
  no_picture:
    "{given} n’est pas une image ; attendu { data, width, height }, { data, shape: [height, width, 3] }, un Blob ou une adresse",
  picture_numbers:
    "{numbers} nombres ne font pas une image de {width} × {height} pixels ; attendu 4, 3 ou 1 pour chacun",
  pixel_values:
    "pixelValues a {numbers} nombres en forme {shape} ; attendu ({channels}, hauteur, largeur) et un nombre par place",
  picture_undecodable:
    "l’image ({type}) n’a pas pu être décodée ({reason}) : prenez un PNG, JPEG, WebP ou GIF qui s’ouvre ailleurs",
  picture_too_large: "une image de {width} × {height} pixels est trop grande ; on lit au plus {most} pixels",
  picture_too_small:
    "une image de {width} × {height} pixels n’a pas de patch entier de {patch} : prenez-en une plus grande",
  no_picture_decoder:
    "Node ne décode pas d’images par lui-même ({reason}) : lancez npm install {package}, ou donnez { data, width, height }",
  picture_animated: "l’image est animée ; seule sa première vue est lue",
  picture_transparent: "l’image est transparente par endroits, lus comme posés sur du blanc",
  no_patch: "mask contient {place} ; les patchs vont de la place {first} à {last}",
  no_class: "il n’y a pas de classe {answer} ; le modèle en a {classes}",
  // A run.
  no_text: "le texte {text} n’est ni un texte ni { ids }",
  no_pieces: "il n’y a rien à lire : donnez un texte, ou au moins un id",
  no_piece: "l’id {id} n’est pas dans le vocabulaire de {vocabulary} morceaux",
  no_piece_of_name: "il n’y a pas de pièce {piece} dans le vocabulaire : donnez-en une autre, ou son numéro",
  no_type: "il n’y a pas de type {type} : le modèle en a {types}",
  types_count: "{given} types sont donnés pour {tokens} morceaux : donnez-en un par morceau",
  workers_count:
    "workers vaut {workers}, et non un entier de 1 à {most} : omettez-le, et le nombre de fils de la machine décide",
  worker_ended:
    "le worker qui calcule ce modèle s’est arrêté deux fois, sans doute parce que le navigateur manquait de mémoire : fermez d’autres modèles et onglets, ou raccourcissez le texte, puis relancez le calcul",
  too_many_pieces:
    "{tokens} morceaux sont plus que les {most} pour lesquels ce modèle a des positions : raccourcissez le texte",
  too_many_for_scaling:
    "{tokens} morceaux sont plus que {most}, à partir desquels rope_scaling de config.json (dynamic) dépend de la longueur, ce qui ne se calcule pas : raccourcissez le texte",
  too_many_weights:
    "{count} poids de {heads} têtes sur {tokens} tokens font un CSV trop long, de {most} lignes au plus : enregistrez une seule tête, ou prenez un texte plus court",
  attention_too_large:
    "l’attention de {tokens} morceaux dans {layers} couches de {heads} têtes prend plus de mémoire qu’il n’y en a ; {most} morceaux au plus y tiennent",
  no_mask_piece:
    "les morceaux se masquent par le [MASK] ou le <mask> du tokenizer, et il n’y en a pas : donnez des ids où il figure déjà",
  mask_needs_masked_model:
    "mask est pour les modèles qui prédisent des morceaux masqués, et un {family} prédit le suivant",
  attention_mask: "attentionMask vaut {given} ; attendu 0 ou 1 pour chacun des {tokens} morceaux",
  generate_needs_causal:
    "un {family} prédit des morceaux masqués : seuls les modèles qui prédisent le morceau suivant génèrent",
  target_needs_encoder: "un {family} n’a pas d’encodeur, et ne lit pas de cible : donnez un seul texte",
  kind_needs_encoder:
    "le genre {kind} est celui d’un modèle à encodeur et décodeur ; celui-ci n’a qu’un genre d’attention : retirez-le",
  no_kind: "il n’y a pas de genre {kind} ; attendu : un de {known}",
  all_pieces_banned:
    "generation_config.json interdit toutes les {most} pièces les plus probables : raccourcissez bad_words_ids, ou prenez une cible plus courte",
  layer_head_scale: "headScale de la couche {layer} a {given} nombres, attendu {heads}",
  predictions_kept: "{count} prédictions sont demandées ; un passage en garde {most} par morceau",
  pieces_listed: "{count} morceaux sont demandés ; attendu : un nombre entier de 1 à {most}",
  predicts_nothing: "les poids n’ont pas de couche de sortie, donc rien n’est prédit",
  no_place: "il n’y a pas de {what} {place} ; {last} est la dernière place",
  writes_of_text:
    "les contributions, la lentille, les circuits et les greffes demandent un modèle qui lit un seul texte, comme GPT-2 ou BERT : ouvrez un tel modèle et donnez-lui un texte",
  circuit_places:
    "les places de la requête et de la clé sont {given} ; valeurs attendues : des nombres entiers à partir de 0, et le nombre de jetons, s’il est donné, au-dessus des deux, par exemple { query: 5, key: 2, tokens: 6 }",
  patch_kind: "{what} ne se remplace pas ; valeurs possibles : {kinds}",
  patch_from:
    "le remplacement vient de {from} ; il faut une exécution du même modèle, comme le résultat de model.run(text)",
  patch_tokens:
    "cette exécution lit {tokens} tokens, et celle d’où vient le remplacement {others} : donnez une position, ou des textes du même nombre de tokens",
  patch_alike:
    "les deux phrases donnent la même réponse, {piece}, donc aucune partie ne peut rétablir de différence : changez un autre mot de l’une d’elles",
  patched_stream:
    "le flux de cette exécution est remplacé, donc ses parties ne s’additionnent pas en un logit : remplacez plutôt des têtes, ou prenez une exécution sans remplacement",
  patched_walk:
    "la couche {layer} de cette exécution est remplacée, et le parcours pas à pas de son attention ignore le remplacement : prenez une autre couche, ou une exécution sans remplacement",
  patched_goes_on:
    "une exécution avec remplacement ne se prolonge pas : exécutez le texte plus long avec le remplacement",
  no_temperature:
    "temperature {temperature} n’est pas un nombre d’au moins 0 : 0 prend le morceau le plus probable, 1 tire selon les probabilités du modèle",
  no_top_k: "top-k {topK} n’est pas un entier de 1 à {most} : {most} tire parmi tous les morceaux gardés",
  pair_equal: "les deux phrases ont les mêmes tokens : changez un mot de l’une d’elles",
  pair_shares_nothing:
    "les phrases n’ont aucun token en commun au début ni à la fin : prenez la première, et changez-y un mot",
  pair_only_longer:
    "une phrase ne fait que prolonger l’autre, et aucune requête antérieure ne voit ce qui s’ajoute : changez plutôt un mot",
  // config.json.
  no_model_type: "config.json n’a pas de model_type ; on connaît {known}",
  unknown_family: "le model_type {name} n’est pas connu ; on connaît {known}",
  fits_family:
    'le model_type {name} n’est pas connu ; son config.json et tous ses tenseurs vont à un {family} : pour l’essayer ainsi, donnez { as: "{family}" }, dans la commande --as {family}, et comparez quelques nombres avec le code du modèle',
  fits_families:
    'le model_type {name} n’est pas connu ; son config.json et tous ses tenseurs vont le mieux à un {family}, et aussi à {others} : pour l’essayer ainsi, donnez { as: "{family}" }, dans la commande --as {family}, et comparez quelques nombres avec le code du modèle',
  as_unknown: "as vaut {as} ; attendu une des familles qui lisent du texte : {known}",
  family_refused: "le model_type {name} n’est pas lu : {what}",
  has_state_space: "il a un espace d’états au lieu de l’attention",
  has_recurrence: "il a une récurrence au lieu de l’attention",
  has_other_mixers:
    "certaines de ses couches ont un espace d’états, une récurrence, une convolution ou une attention linéaire au lieu de l’attention",
  has_sparse_attention:
    "son attention joint des fenêtres ou des blocs de clés à des tokens que tous les autres voient",
  has_relative_attention: "ses scores ont un terme de positions relatives, qui ont leur propre projection",
  has_disentangled_attention:
    "son attention est démêlée : ses scores ont des termes de contenus avec des positions relatives",
  has_hashed_attention: "son attention trouve les clés par hachage",
  has_approximate_attention: "son attention est une approximation sans carte de tous les poids",
  has_no_attention: "il a des transformées de Fourier ou des convolutions au lieu de l’attention",
  has_convolutions: "il a des convolutions dans son attention, ou à côté",
  has_pooling: "ses couches raccourcissent la suite",
  has_bottlenecks: "il a des goulots autour de l’attention, et plusieurs réseaux feed-forward par couche",
  has_boxes: "il lit la place des mots sur une page, en plus des mots",
  has_entities: "il lit des entités en plus du texte, avec leurs propres requêtes",
  has_chunks: "son attention est coupée en tranches du texte",
  has_corrected_router: "son routeur corrige les scores par lesquels il choisit les experts",
  has_squared_relu: "son activation est le carré de ReLU",
  has_merged_patches: "il joint des patchs d’étage en étage, dans des fenêtres qui se décalent",
  has_sound: "il lit du son",
  has_pictures_in_text: "il lit des images au sein du texte",
  config_field: "{file} : {field} est {value} ; attendu {expected}",
  expected_whole: "un entier de {least} à {most}",
  expected_positive: "un nombre au-dessus de 0",
  expected_flag: "true ou false",
  expected_off: "false : les modèles qui l’ont ne se lisent pas",
  expected_unpruned:
    "{} : un modèle dont les couches n’ont pas toutes le même nombre de têtes ne se lit pas ; ouvrez-le tel qu’il était avant l’élagage",
  expected_one_of: "un de {known}",
  expected_each_layer: "un de {known} pour chacune des {layers} couches",
  expected_positives: "{count} nombres au-dessus de 0",
  expected_unclipped:
    "null : les modèles dont les requêtes, les clés et les valeurs sont écrêtées ne se lisent pas",
  expected_layers: "des numéros de couches, de 0 à {most}",
  expected_ids: "le numéro d’une pièce de 0 à {most}, ou une liste de numéros",
  expected_id_lists: "des listes de numéros de pièces de 0 à {most}",
  expected_object: "un objet",
  expected_missing: "pas de tel champ : les modèles qui l’ont ne sont pas lus",
  expected_divisor: "un nombre qui divise {of}",
  expected_pair: "un nombre entier de 1 à {most}, ou deux : hauteur et largeur",
  expected_numbers: "{count} nombres",
  config_heads: "config.json : {d_model} composantes ne sont pas divisibles par {heads} têtes",
  config_kv_heads:
    "config.json : {heads} têtes ne sont pas divisibles par {kv_heads} têtes de clés et de valeurs",
  config_rotary:
    "config.json : {width} de {d_head} composantes sont à tourner ; attendu un nombre pair à partir de 2",
  // The header of a safetensors file.
  too_short: "{bytes} octets sont trop peu pour un en-tête",
  ends_in_header: "ses 8 premiers octets annoncent un en-tête de {length} octets, et il en suit {bytes}",
  header_too_long: "son en-tête a {length} octets, et on en lit {most} au plus",
  header_no_json: "son en-tête n’est pas un objet JSON",
  no_entry: "l’entrée de {name} dans l’en-tête n’est pas un dtype, un shape et des data_offsets",
  no_such_type: "{name} est de dtype {dtype}, que le format n’a pas (il a {known})",
  bytes_of_other_shape: "{name} a {bytes} octets, et {dtype} de la forme {shape} en a {expected}",
  tensors_apart: "{name} commence à l’octet {begin}, et le tenseur d’avant finit à {end}",
  ends_in_tensor:
    "{name} finit à l’octet {end}, et les nombres du fichier finissent à {bytes} : il est coupé",
  bytes_left: "{bytes} octets suivent le dernier tenseur",
  no_metadata: "__metadata__ {metadata} n’est pas un objet de textes",
  // Beaucoup de phrases.
  no_studies: "il n’y a pas d’étude à réunir ; il en faut au moins une",
  studies_differ:
    "une étude porte sur {first}, une autre sur {other} : réunissez les parties d’une seule étude",
  studies_of_commits:
    "une étude porte sur le commit {first} du hub, une autre sur {other} : réunissez et continuez les parties d’un seul commit",
  study_without_commit:
    "une étude porte sur le commit {commit} du hub, une autre sur un dossier dont le commit est inconnu : réunissez et continuez les parties d’un seul modèle",
  studies_of_measures:
    "une étude a les mesures {first}, une autre {other} : réunissez et continuez les parties qui ont les mêmes mesures",
  study_without_losses:
    "une étude a la mesure lossWithout, et l’autre ne l’a pas : mesurez les deux avec elle (losses: true, ou --losses), ou les deux sans elle",
  losses_are_off:
    "losses vaut false, et les mesures demandées comprennent lossWithout : laissez l’un des deux de côté",
  sentence_twice: "la phrase {number} est dans deux parties : réunissez chaque partie une fois",
  no_study:
    "le fichier n’est pas une étude de têtes ; il faut les tableaux de {expected}, comme headscope model --study les écrit",
  no_measure: "il n’y a pas de mesure {measure} ; il y a {known}",
  no_mask_for_losses:
    "la perte d’un modèle masqué est celle des morceaux sous [MASK] ou <mask>, que le tokenizer n’a pas : mesurez sans elle",
  no_sentences: "{given} ne donne pas de phrases ; il faut un tableau ou un autre itérable de textes",
  no_sentence: "la phrase {number} est {given} ; il faut un texte",
  row_of_study: "une ligne a {given} nombres ; il en faut {expected}",
  no_exceptions: "les exceptions de la mesure {measure} ne sont pas comptées ; celles de {known} le sont",
  study_needs_text: "{family} lit des images ; une étude de phrases demande un modèle qui lit du texte",
  study_needs_one_text:
    "{family} lit une source et une cible ; une étude de phrases demande un modèle qui lit un seul texte",
  line_is_no_json:
    "la ligne {line} n’est pas un objet JSON : {text} ; chaque ligne doit être un objet avec un texte",
  no_text_column: "la ligne {line} n’a pas de texte dans la colonne {column} ; ses colonnes sont {columns}",
};
