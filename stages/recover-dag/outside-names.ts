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
  version wait walk warn where with wrap write zip
  as_bytes as_deref as_mut as_ptr as_ref as_slice as_str and_then borrow borrow_mut chars cloned collect copied deref drain enumerate
  equalsIgnoreCase err expect_err filter_map find_map flat_map fold forEachRemaining from_str getBytes getClass getMessage getOrDefault
  getSimpleName get_mut get_or_insert_with hasNext ifPresent into_boxed_slice into_inner into_iter isEmpty isPresent is_empty is_err
  is_none is_ok is_some iter_mut iterator map_err map_or map_or_else notifyAll ok_or ok_or_else or_else or_insert orElse orElseGet
  orElseThrow peekable printStackTrace println push_back push_str putAll read_line read_to_string rev split_at split_whitespace starts_with
  ends_with startsWith endsWith stream substring take_while toArray toList toLowerCase toUpperCase to_owned to_string to_vec try_from
  try_into unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else with_capacity write_all write_str
  addAll charAt compareTo containsKey cycle dedup entrySet extend_from_slice getKey getValue intValue is_some_and keySet longValue max_by
  max_by_key min_by min_by_key nth partition position product removeAll retain size_hint sort_by sort_by_key step_by swap_remove unzip windows
  all? any? blank? capitalize chomp chop collect! compact concat! const_get deep_dup delete_if detect downcase each_char each_key each_line
  each_pair each_slice each_value each_with_index each_with_object empty? end_with? eql? equal? exist? fetch_values filter_map finalize force_encoding
  freeze frozen? getbyte group_by gsub gsub! has_key? has_value? include? initialize inspect instance_of? is_a? key? kind_of? lstrip map!
  merge! method_missing min_max nil? none? one? pack present? public_send readlines reject! respond_to? respond_to_missing? reverse_each rewind
  rindex rstrip scan select! setbyte sort! sort_by start_with? strftime sub! sum swapcase synchronize to_a to_ary to_f to_h to_hash to_i to_int
  to_io to_json to_path to_proc to_r to_s to_str to_sym to_yaml transform_keys transform_values tr uniq unpack unpack1 upcase update! value?
  values_at zero?
  addRange aggregate asEnumerable asSpan beginInvoke cast configureAwait copyTo dispose disposeAsync elementAt endInvoke except firstOrDefault
  getAwaiter getEnumerator getHashCode getResult getService getType isMatch lastOrDefault moveNext ofType orderBy orderByDescending removeAt
  selectMany sequenceEqual single singleOrDefault thenBy toDictionary toHashSet toLookup toLowerInvariant toUpperInvariant trimEnd trimStart
  tryAdd tryGetValue tryParse union whenAll whenAny writeLine`
    .split(/\s+/u)
    .flatMap((name) => [name, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`]),
);
/** A shorter member name is too likely to be someone else's. */
export const SHORTEST_MEMBER = 4;
