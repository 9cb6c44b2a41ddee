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
