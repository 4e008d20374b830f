/**
 * Member names that every language's standard library and most packages carry. A call of one on an unknown receiver says nothing
 * about who defined it, even if the repository defines it once.
 */
export const OUTSIDE_NAMES: ReadonlySet<string> = new Set(
  `abort abs accept acquire add all any append apply args assert assign at attach await back begin bind call cancel catch ceil check clear
  clone close code commit compare compile concat connect contains context copy count create data debug decode default delete describe destroy
  detach dispatch done dump dumps emit empty encode end entries equal equals error every exec execute exists exit expect extend fail fatal fetch
  field file fill filter finally find findIndex finish first flat flatMap flush forEach format from front func get getItem group handle
  handler has hash hashCode head header hex host id includes index indexOf info init insert invoke is isinstance it items iter join key kill
  keys kind last len length listen load loads lock log lower main make map match max merge message method min mock move name new next
  node notify off offset on once open options or parse patch path peek pop post pause pipe print process push put query raise range raw read
  readline ready receive recv reduce reject release reload remove render repeat replace request require reset resolve response rest
  result resume return reverse root rollback round run save scan search seek select send set setItem setup shift size skip sleep spawn slice
  some sort splice split start startswith status stop str string stringify strip style sub submit sum tag tell test text then throw time
  title toJSON toString token top trim truncate type unlock unshift update upper uri url use user validate value values valueOf verify
  version wait walk warn where with wrap write zip`
    .split(/\s+/u)
    .flatMap((name) => [name, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`]),
);
/** A shorter member name is too likely to be someone else's. */
export const SHORTEST_MEMBER = 4;
