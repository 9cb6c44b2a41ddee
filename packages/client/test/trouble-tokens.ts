/** Characters as chance would throw them, always the same; made here so that no scanner finds them in the source. */
const some = (alphabet: string, length: number): string => {
  let state = 12_345
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet[state % alphabet.length]
  }).join('')
}

const HEX = '0123456789abcdef'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const WORD = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const URL_SAFE = `${WORD}-_`
const BASE64 = `${WORD}+/`

/** One token of each kind that is known by its shape. */
export const TOKENS: Record<string, string> = {
  'GitHub personal': `ghp_${some(WORD, 36)}`,
  'GitHub server': `ghs_${some(WORD, 36)}`,
  'GitHub fine-grained': `github_pat_${some(WORD, 22)}_${some(WORD, 59)}`,
  'GitLab personal': `glpat-${some(URL_SAFE, 20)}`,
  'GitLab routable': `glpat-${some(URL_SAFE, 27)}.01.${some(HEX, 9)}`,
  'GitLab job': `glcbt-64_${some(URL_SAFE, 20)}`,
  Atlassian: `ATATT3${some(URL_SAFE, 180)}=1A2B3C4D`,
  npm: `npm_${some(WORD, 36)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${some(URL_SAFE, 80)}`,
  RubyGems: `rubygems_${some(HEX, 48)}`,
  NuGet: `oy2${some('abcdefghijklmnop0123456789', 43)}`,
  Docker: `dckr_pat_${some(URL_SAFE, 27)}`,
  'AWS key id': `AKIA${some(UPPER, 16)}`,
  'AWS temporary key id': `ASIA${some(UPPER, 16)}`,
  'Google API': `AIza${some(URL_SAFE, 35)}`,
  'Google OAuth': `ya29.${some(URL_SAFE, 60)}`,
  'Google client': `GOCSPX-${some(URL_SAFE, 28)}`,
  DigitalOcean: `dop_v1_${some(HEX, 64)}`,
  Databricks: `dapi${some(HEX, 32)}`,
  Vault: `hvs.${some(URL_SAFE, 90)}`,
  Doppler: `dp.st.prd.${some(WORD, 40)}`,
  Pulumi: `pul-${some(HEX, 40)}`,
  Supabase: `sbp_${some(HEX, 40)}`,
  PlanetScale: `pscale_tkn_${some(URL_SAFE, 43)}`,
  Heroku: `HRKU-AA${some(URL_SAFE, 58)}`,
  Netlify: `nfp_${some(WORD, 36)}`,
  Tailscale: `tskey-auth-${some(WORD, 16)}-${some(WORD, 32)}`,
  Slack: `xoxb-${some('0123456789', 12)}-${some('0123456789', 13)}-${some(WORD, 24)}`,
  'Slack app': `xapp-1-${some(UPPER, 11)}-${some('0123456789', 13)}-${some(HEX, 64)}`,
  Twilio: `SK${some(HEX, 32)}`,
  SendGrid: `SG.${some(URL_SAFE, 22)}.${some(URL_SAFE, 43)}`,
  Mailgun: `key-${some(HEX, 32)}`,
  Discord: `M${some(WORD, 25)}.${some(URL_SAFE, 6)}.${some(WORD, 38)}`,
  'Stripe live': `sk_live_${some(WORD, 24)}`,
  'Stripe test': `sk_test_${some(WORD, 99)}`,
  'Stripe restricted': `rk_live_${some(WORD, 24)}`,
  'Stripe webhook': `whsec_${some(WORD, 32)}`,
  Shopify: `shpat_${some(HEX, 32)}`,
  Square: `sq0atp-${some(URL_SAFE, 22)}`,
  OpenAI: `sk-proj-${some(URL_SAFE, 74)}T3BlbkFJ${some(URL_SAFE, 74)}`,
  'OpenAI of old': `sk-${some(WORD, 20)}T3BlbkFJ${some(WORD, 20)}`,
  Anthropic: `sk-ant-api03-${some(URL_SAFE, 93)}AA`,
  'Hugging Face': `hf_${some(WORD, 34)}`,
  Groq: `gsk_${some(WORD, 52)}`,
  Replicate: `r8_${some(WORD, 37)}`,
  Sentry: `sntryu_${some(HEX, 64)}`,
  Linear: `lin_api_${some(WORD, 40)}`,
  'Notion of old': `secret_${some(WORD, 43)}`,
  Notion: `ntn_${some(WORD, 46)}`,
  Postman: `PMAK-${some(HEX, 24)}-${some(HEX, 34)}`,
  Grafana: `glsa_${some(WORD, 32)}_${some(HEX, 8)}`,
  'New Relic': `NRAK-${some(UPPER, 27)}`,
  Sonar: `squ_${some(HEX, 40)}`,
  CircleCI: `CCIPAT_${some(WORD, 22)}_${some(HEX, 40)}`,
  Figma: `figd_${some(URL_SAFE, 40)}`,
  Airtable: `pat${some(WORD, 14)}.${some(HEX, 64)}`,
  age: `AGE-SECRET-KEY-1${some(UPPER, 58)}`,
  JWT: `eyJhbGciOiJIUzI1NiJ9.eyJ${some(URL_SAFE, 60)}.${some(URL_SAFE, 43)}`,
  'private key': `-----BEGIN EC PRIVATE KEY-----\n${some(BASE64, 64)}\n${some(BASE64, 40)}\n-----END EC PRIVATE KEY-----`,
  'PGP key': `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${some(BASE64, 64)}\n-----END PGP PRIVATE KEY BLOCK-----`,
}

const secret = some(BASE64, 40)

/** What stands before a secret, the secret, and what follows. */
export const IN_CONTEXT: Record<string, [before: string, secret: string, after: string]> = {
  'a password in a line of settings': ['password=', 'Tr0ub4dor', ' '],
  'a password in JSON': ['{"dbPassword": "', 'Tr0ub4dor', '"}'],
  'Bearer header': ['Authorization: Bearer ', some(URL_SAFE, 30), '\n'],
  'Bearer of a token in words': ['sent bearer ', some(WORD, 20), ' again'],
  'Basic header': ['authorization: Basic ', `${some(BASE64, 22)}==`, ''],
  'token header': ["{ authorization: 'token ", some(HEX, 40), "' }"],
  'header in JSON': ['"Authorization":"', some(WORD, 24), '"'],
  'key header': ['x-api-key: ', some(WORD, 24), '\n'],
  'AWS secret in a file': ['aws_secret_access_key = ', secret, '\n'],
  'AWS secret in the environment': ['AWS_SECRET_ACCESS_KEY=', secret, ''],
  'AWS secret in an object': ["secretAccessKey: '", secret, "'"],
  'Azure storage': [
    'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=',
    `${some(BASE64, 86)}==`,
    ';E=1',
  ],
  'Azure bus': ['Endpoint=sb://x/;SharedAccessKey=', `${some(BASE64, 43)}=`, ''],
  'Azure signature': ['https://a.blob.core.windows.net/c?sv=2024&sig=', `${some(WORD, 43)}%3D`, '&se=1'],
  'Slack hook': ['https://hooks.slack.com/services/', `T0000/B0000/${some(WORD, 24)}`, ''],
  'Discord hook': ['https://discord.com/api/webhooks/123456789012345678/', some(URL_SAFE, 68), ''],
  'Terraform token': ['Tr4ff0rmXXXXXX.atlasv1.', some(URL_SAFE, 67), ''],
  'Telegram bot': ['bot123456789:', `AA${some(URL_SAFE, 33)}`, '/getMe'],
  'password in an address': ['postgres://', 'me:s3cr3t', '@db/x'],
  'token in an address': ['GET /a?access_token=', some(WORD, 20), '&b=1'],
}

/** What no token is. */
export const ORDINARY = [
  'bearer tokens at http://localhost:3000/a@b, 10:30, svc_run, npm_config, key: value@host',
  'Basic authentication, basic InternationalizationSupport, Bearer authentication/authorization',
  'class sk-loading-spinner-container-with-a-long-name, task-force-1234567890-abcdefghijklmnopqrstuvwxyz',
  'AKIAabc, AIza, eyJhbGciOiJIUzI1NiJ9, data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=',
  'src/pages/patients.test.ts:12:34 > patches SKU 1234 and key-value pairs in secret_santa_list_of_names',
  'expected sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= to be 9b74c9897bac770ffc029102a200c5de',
  'uuid 123e4567-e89b-12d3-a456-426614174000, time 2026-11-21T12:00:00.000Z, node:internal/process/task_queues:95:5',
  'password: "hunter2", token: "abc", authorization: none',
]
