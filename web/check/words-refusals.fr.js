/** Messages about files that cannot be read or checked, in French, by id. */
export const messagesById = {
  // The file.
  file_is_npy: "le fichier est un seul tableau (.npy), sans nom : enregistrez-les tous avec np.savez",
  file_is_pickle: "le fichier est un pickle : enregistrez vos tableaux avec np.savez",
  file_is_hdf5: "le fichier est du HDF5 : enregistrez vos tableaux avec np.savez",
  file_is_empty_zip:
    "le fichier est un zip qui ne contient rien : nommez les tableaux, comme dans np.savez(file, x=x, wQ=wQ)",
  file_is_empty: "le fichier n’est pas un .npz : il est vide ; enregistrez vos tableaux avec np.savez",
  file_is_no_npz:
    "le fichier n’est pas un .npz : il commence par {bytes}, alors qu’un zip commence par PK ; enregistrez vos tableaux avec np.savez",
  file_of_torch:
    "le fichier vient de torch.save : faites de chaque tenseur un tableau, t.numpy(), et prenez np.savez",
  entry_is_no_npy: "{entry} dans le fichier n’est pas un .npy : enregistrez vos tableaux avec np.savez",
  zip_entries_overlap: "les entrées du zip se recouvrent à {name} : enregistrez vos tableaux avec np.savez",
  zip_entry_undeclared:
    "{name} se décompresse en plus que les {bytes} octets que le zip déclare : enregistrez vos tableaux avec np.savez",
  zip_damaged: "le zip est abîmé ou coupé ({reason}) : enregistrez-le de nouveau, ou copiez-le de nouveau",
  file_too_large:
    "{name} prend {size} une fois décompressé, et l’on en lit {most} au plus : enregistrez moins de tokens ou une couche plus petite, qui suit le même chemin",
  file_too_large_up_to:
    "tout jusqu’à {name} prend {size} une fois décompressé, et l’on en lit {most} au plus : enregistrez moins de tokens ou une couche plus petite, qui suit le même chemin",
  // One array.
  npy_no_magic: "{name} ne commence pas comme un .npy : enregistrez-le avec np.savez",
  npy_version: "{name} est un .npy de version {version}, et l’on connaît 1 à 3",
  npy_long_header:
    "{name} a un en-tête de {bytes} octets, et on en lit {most} au plus : enregistrez-le avec np.savez",
  npy_cut_off: "{name} est coupé dans son en-tête : enregistrez-le de nouveau",
  npy_header: "{name} a un en-tête qui ne dit ni dtype, ni ordre, ni forme : enregistrez-le avec np.savez",
  npy_objects:
    "{name} contient des objets Python (des tableaux de tailles différentes, ou None) : enregistrez chacun comme un tableau à part",
  npy_complex: "{name} est complexe : enregistrez des nombres réels",
  npy_structured: "{name} est un tableau structuré : enregistrez chaque champ comme un tableau à part",
  npy_dtype: "{name} est de dtype {dtype}, qui ne se lit pas : enregistrez-le en float32 ou float64",
  npy_long_text: "{name} est un texte de plus de {most} caractères ; attendu un mot, tel que « half »",
  npy_size:
    "{name} a {bytes} octets de nombres, là où la forme {shape} de {dtype} en prend {expected} : il est abîmé ou coupé, enregistrez-le de nouveau",
  // Values in JavaScript.
  given_no_object:
    "check a reçu {given} ; attendu un objet de tableaux par nom, comme check({ num_heads: 8, x, wQ, wK, wV, wO, output })",
  given_ragged:
    "{name} contient {found} là où {expected} était attendu : toutes les lignes d’un tableau ont la même longueur",
  given_too_deep: "{name} a plus de {most} dimensions ; attendu au plus celles de l’attention, (B, H, T, T)",
  given_no_number: "{name} contient {value} ; attendu des nombres ou des booléens",
  // The layer.
  arrays_missing:
    'parmi les tableaux manque {missing} : attendu {needed} et num_heads, dans un fichier comme par np.savez("my.npz", x=x, wQ=wQ, …, num_heads=8)',
  nothing_to_compare:
    "le fichier n’a rien à comparer : enregistrez aussi ce que votre code a produit, l’un de {results}",
  x_shape: "{name} a la forme {shape} ; attendu (T, d_model) ou (B, T, d_model)",
  num_heads_value: "{name} est {value} ; attendu un entier, 1 ou plus",
  num_heads_array: "{name} est un tableau de la forme {shape} ; attendu un entier, 1 ou plus",
  num_heads_missing:
    "le fichier n’a ni num_heads, ni attention (B, H, T, T) qui le dise : enregistrez aussi num_heads=8",
  matrices_apart:
    "{matrices} ne vont pas avec un x de d_model {d_model} : attendu wQ, wK, wV ({d_model}, …) et wO (…, {d_model}), ou les quatre transposées comme celles de nn.Linear",
  value_columns:
    "wV a {columns} colonnes ; attendu {expected}, pour {heads} têtes des {features} composantes que wO lit de chacune",
  key_heads_apart:
    "wK a de la place pour {kv_heads} têtes de d_k {d_k}, que {heads} têtes ne peuvent se partager également : attendu {d_model} × {width}, ou moins de groupes entiers",
  no_multiple:
    "{name} est large de {width}, qui n’est pas un multiple de {of} {parts} : enregistrez le {of} que votre code a pris",
  kernel_shapes:
    "{arrays} ne vont pas ensemble : attendu q, k et v comme (B, H, T, d), (B, T, H, d) ou (B·H, T, d), ou bien aussi x et les poids",
  kv_heads_told:
    "num_kv_heads est {told}, mais wK a de la place pour {found} têtes de d_k {d_k} : enregistrez le nombre que votre code a pris",
  fused_apart:
    "{name} {shape} et wO {out} ne vont pas avec x de d_model {d_model} : attendu ({d_model}, …) et (…, {d_model}), ou tous deux transposés comme ceux de nn.Linear",
  fused_width:
    "{name} donne {width} colonnes, qui ne sont pas les requêtes de {heads} têtes, les clés et les valeurs de {features} composantes chacune : attendu {features} × ({heads} + 2 · num_kv_heads)",
  layout_unknown: "qkv_layout est « {layout} » ; attendu l’un de {known}",
  fused_bias: "{name} a {length} nombres ; attendu {width}, un par colonne de {matrix}",
  weights_unread:
    "{unread} ne serait pas lu à côté de {read} : enregistrez une matrice fusionnée avec son biais, ou wQ, wK, wV avec leurs propres biais",
  latent_biases:
    "le fichier a wDKV et {biases}, et l’attention latente est calculée sans biais : ne les enregistrez pas si votre code n’en ajoute aucun",
  latent_missing:
    "le fichier a wDKV mais pas {missing} : l’attention latente prend wDKV (d_model, rang) et wKR (d_model, d_rope)",
  option_no_number: "{name} est un tableau de la forme {shape} ; attendu un nombre",
  rope_style_unknown:
    "rope est « {style} », qui n’est pas calculé ; attendu « half » (i avec i + d/2) ou « interleaved » (2i avec 2i + 1)",
  rope_scaling_unknown:
    "rope_scaling est « {scaling} », qui n’est pas calculé ; attendu un facteur, avec rope_length, rope_low et rope_high pour celui de Llama 3.1",
  norm_width:
    "{name} a {width} nombres ; attendu {d_k}, un par composante d’une tête : une norme sur toutes les têtes n’est pas calculée",
  one_a_head: "{name} a la forme {shape} ; attendu {heads} nombres, un par tête",
  window_value:
    "window est {value} ; attendu un nombre de clés, ou les nombres avant et après une requête ; -1 les prend toutes",
  mask_sense_unknown: "attn_mask_true est « {sense} » ; attendu « blocked » ou « allowed »",
  attn_mask_shape: "attn_mask a la forme {shape} ; attendu l’une de {expected}",
  past_heads_shape: "{name} a la forme {shape} ; attendu {expected}, ou les têtes fusionnées",
  past_half: "le fichier n’a pas {missing} : un cache prend past_key et past_value",
  padding_shape:
    "key_padding_mask a la forme {shape} ; attendu {expected}, true là où une clé est du remplissage",
};
