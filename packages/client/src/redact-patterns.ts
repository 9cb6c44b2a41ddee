/**
 * Recognizable forms of secrets, by their issuers' public formats: a prefix, then at least as many
 * characters as a real one has. Each pattern tries a bounded number of ways at one position,
 * because test output can be hostile.
 */
const TOKENS = [
  // Code hosts and package registries
  'gh[pousr]_[A-Za-z0-9]{30,}',
  'github_pat_[A-Za-z0-9_]{22,}',
  'gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct)-[A-Za-z0-9_.-]{20,}',
  'GR1348941[A-Za-z0-9_-]{20,}',
  'ATATT3[A-Za-z0-9_=-]{60,}',
  'ATBB[A-Za-z0-9]{24,}',
  'npm_[A-Za-z0-9]{36,}',
  'pypi-Ag[A-Za-z0-9_-]{50,}',
  'rubygems_[a-f0-9]{48}',
  'oy2[a-z0-9]{43}',
  'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}',
  'AKCp[A-Za-z0-9]{60,}',
  // Clouds and hosts
  'A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}',
  'AIza[0-9A-Za-z_-]{35}',
  'ya29\\.[0-9A-Za-z_-]{20,}',
  'GOCSPX-[A-Za-z0-9_-]{24,}',
  'LTAI[A-Za-z0-9]{16,24}',
  'do[opr]_v1_[a-f0-9]{64}',
  'dapi[a-f0-9]{32}',
  'hv[sbr]\\.[A-Za-z0-9_-]{24,}',
  'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9._-]{40,}',
  'pul-[a-f0-9]{40}',
  'sbp_[a-f0-9]{40}',
  'sb_secret_[A-Za-z0-9_-]{20,}',
  'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{30,}',
  'HRKU-[A-Za-z0-9_-]{36,}',
  'nfp_[A-Za-z0-9]{36,}',
  'fm[12][ar]?_[A-Za-z0-9+/=]{100,}',
  'tskey-[a-z]{2,16}-[A-Za-z0-9-]{16,}',
  // Messages, mail and telephones
  'xox[abeoprs]-[A-Za-z0-9-]{10,}',
  'xapp-\\d-[A-Za-z0-9-]{20,}',
  'SK[0-9a-f]{32}',
  'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}',
  'key-[0-9a-f]{32}',
  '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}',
  // Money and shops
  '[sr]k_(?:live|test|prod)_[0-9A-Za-z]{16,}',
  'whsec_[A-Za-z0-9+/]{24,}={0,2}',
  'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}',
  'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}',
  // Models
  'sk-(?=[A-Za-z_-]{0,80}\\d)[A-Za-z0-9_-]{32,}',
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{40,}',
  'r8_[A-Za-z0-9]{36,}',
  'xai-[A-Za-z0-9]{60,}',
  'pplx-[A-Za-z0-9]{40,}',
  // Tools of teams
  'sntry[su]_[A-Za-z0-9_+/=.-]{40,}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{32,}',
  'secret_[A-Za-z0-9]{43}',
  'ntn_[A-Za-z0-9]{40,}',
  'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'gl(?:c|sa)_[A-Za-z0-9+/_]{32,}={0,2}',
  'NRAK-[A-Z0-9]{27}',
  'sq[apu]_[a-f0-9]{40}',
  'CCIPAT_[A-Za-z0-9_]{30,}',
  'bkua_[a-f0-9]{40}',
  'figd_[A-Za-z0-9_-]{40,}',
  'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}',
  'ops_eyJ[A-Za-z0-9_-]{100,}',
  'AGE-SECRET-KEY-1[0-9A-Z]{58}',
  'svc_[0-9A-Za-z]{40,}',
  // Signed by anyone
  'eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?',
]

/** Text that looks random: a digit, or a capital letter inside. */
const LOOKS_RANDOM = '(?=[^\\s"\']{0,60}?(?:\\d|[a-z][A-Z]))'
const BETWEEN = '["\']?\\s{0,3}[:=]\\s{0,3}["\']?'

/** Secrets that only the preceding word reveals; that word stays. */
const AFTER_A_WORD = [
  ['[Bb]earer\\s{1,4}', `${LOOKS_RANDOM}[A-Za-z0-9._~+/-]{16,}={0,2}`],
  ['[Bb]asic\\s{1,4}', '(?=[A-Za-z+/]{0,500}[0-9=])[A-Za-z0-9+/]{12,}={0,2}'],
  [`(?:[Pp]roxy-)?[Aa]uthorization${BETWEEN}(?:[A-Za-z]{2,20}\\s{1,4})?`, '[^\\s"\',;[]{8,}'],
  [
    `[Xx]-(?:[Aa]pi-[Kk]ey|[Aa]uth-[Tt]oken|[Gg]it[Ll]ab-[Tt]oken|[Vv]ault-[Tt]oken)${BETWEEN}`,
    '[^\\s"\',;[]{8,}',
  ],
  [`(?:aws_?)?(?:secret_?access_?key|[Ss]ecretAccessKey)${BETWEEN}`, '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])'],
  [`(?:AWS_?)?SECRET_?ACCESS_?KEY${BETWEEN}`, '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])'],
  ['(?:AccountKey|SharedAccessKey)=', '[A-Za-z0-9+/]{40,}={0,2}'],
  ['hooks\\.slack\\.com/(?:services|workflows|triggers)/', '[A-Za-z0-9+/]{20,}'],
  ['discord(?:app)?\\.com/api/webhooks/\\d{1,20}/', '[A-Za-z0-9_-]{40,}'],
] as const

/** Secrets that begin inside a word or between two words. */
const ANYWHERE = [
  [`(?:[Pp]ass(?:word|wd|phrase)|PASSW(?:OR)?D)${BETWEEN}`, `${LOOKS_RANDOM}[^\\s"',;&[]{8,}`],
  ['[?&](?:sig|(?:[a-z]{1,20}_)?(?:token|secret|password|api_?key))=', `${LOOKS_RANDOM}[^\\s&"'<>#[]{8,}`],
  ['\\.atlasv1\\.', '[A-Za-z0-9_-]{40,}'],
  // The number of a bot stays, because it is public.
  ['(?<=\\d{8}):', 'AA[A-Za-z0-9_-]{32,35}'],
  ['://', '[^\\s/:@"\'<>]{0,256}:[^\\s/@"\'<>]{1,256}(?=@)'],
] as const

const KEY_BLOCK = '[A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----'

/** The rest of a key block whose first line is missing. */
export const ORPHAN_END = new RegExp(`^[\\s\\S]*?-----END ${KEY_BLOCK}`)

const afterWhat = ([before, secret]: readonly [string, string]) => `(${before})${secret}`

/**
 * Expressions to replace. A matched group precedes the secret and stays. The first letter of what follows an
 * escaped line break in JSON seems to belong to the word after it.
 */
export const SECRET_SHAPES: string[] = [
  `\\b([nrt]?)(?:${TOKENS.join('|')})`,
  `\\b(?:${AFTER_A_WORD.map(afterWhat).join('|')})`,
  ...ANYWHERE.map(afterWhat),
  `-----BEGIN ${KEY_BLOCK}[\\s\\S]*?(?:-----END ${KEY_BLOCK}|$)`,
]
