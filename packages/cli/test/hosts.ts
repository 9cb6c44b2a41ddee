import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from './set-up.ts'

/** A note of a merge or pull request. */
interface HostNote {
  id: number
  author: number
  body: string
  isSystem?: boolean
  isDeleted?: boolean
}

/** Something that gets in the way of requests whose `METHOD /path` matches. */
interface Trouble {
  match: RegExp
  times?: number
  status: number
  headers?: Record<string, string>
  body?: object
  /** True if the host acts before it answers so, as behind a proxy that gives up. */
  isAfterwards?: boolean
}

/** GitLab, Bitbucket and GitHub in one, each with request 7 in any repository of acme; at GitLab its number is 42. */
export interface Hosts {
  url: string
  notes: HostNote[]
  state: 'open' | 'closed'
  /** Ids of people by token. */
  tokens: Map<string, { id: number; may: 'write' | 'read'; isAnonymous?: boolean; isMaintainer?: boolean }>
  calls: string[]
  troubles: Trouble[]
  latencyMs: number
  mostCharacters: { gitlab: number; bitbucket: number; github: number }
}

interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  who: { id: number; may: 'write' | 'read'; isAnonymous?: boolean; isMaintainer?: boolean }
}

type Reply = [status: number, body?: unknown, headers?: Record<string, string>]

export const startHosts = async (): Promise<Hosts> => {
  let last = 100
  const hosts: Hosts = {
    url: '',
    notes: [],
    state: 'open',
    tokens: new Map([['token-of-the-bot', { id: 1, may: 'write' }]]),
    calls: [],
    troubles: [],
    latencyMs: 0,
    mostCharacters: { gitlab: 1_000_000, bitbucket: 32_768, github: 65_536 },
  }
  const add = (asked: Asked, body: unknown): HostNote => {
    const note = { id: ++last, author: asked.who.id, body: String(body) }
    hosts.notes.push(note)
    return note
  }
  const noteAt = (path: string) => {
    const id = Number(path.split('/').at(-1))
    return hosts.notes.find((note) => note.id === id && !note.isDeleted)
  }

  const gitlab = (asked: Asked): Reply => {
    const { method, query, body, who } = asked
    const path = asked.path.replace('/api/v4', '')
    const web = 'https://gitlab.example.com/acme/shop/-/merge_requests/7'
    const shown = ({ id, author, body, isSystem = false }: HostNote) => ({
      id,
      body,
      system: isSystem,
      author: { id: author, username: `user-${author}` },
      noteable_iid: 7,
    })
    if (path === '/user') return [200, { id: who.id, username: `user-${who.id}` }]
    const [, project, rest = ''] = /^\/projects\/([^/]+)\/merge_requests\/7(\/.*)?$/.exec(path) ?? []
    if (project !== '42' && !project?.startsWith('acme%2F'))
      return [404, { message: '404 Project Not Found' }]
    if (rest === '' && method === 'GET')
      return [200, { iid: 7, state: hosts.state === 'open' ? 'opened' : 'merged', web_url: web }]
    if (rest === '/notes' && method === 'GET') {
      const size = Number(query.get('per_page') ?? 20)
      const page = Number(query.get('page') ?? 1)
      const sorted = query.get('sort') === 'asc' ? hosts.notes : hosts.notes.toReversed()
      const next = page * size < sorted.length ? String(page + 1) : ''
      return [200, sorted.slice((page - 1) * size, page * size).map(shown), { 'x-next-page': next }]
    }
    if (who.may !== 'write') return [403, { message: '403 Forbidden' }]
    if (typeof body.body === 'string' && body.body.length > hosts.mostCharacters.gitlab)
      return [
        400,
        { message: { note: [`is too long (maximum is ${hosts.mostCharacters.gitlab} characters)`] } },
      ]
    if (rest === '/notes' && method === 'POST') return [201, shown(add(asked, body.body))]
    const note = noteAt(rest)
    if (!note) return [404, { message: '404 Note Not Found' }]
    if (note.author !== who.id && !who.isMaintainer) return [403, { message: '403 Forbidden' }]
    if (method === 'PUT') note.body = String(body.body)
    else hosts.notes.splice(hosts.notes.indexOf(note), 1)
    return method === 'PUT' ? [200, shown(note)] : [204]
  }

  const bitbucket = (asked: Asked): Reply => {
    const { method, query, body, who } = asked
    const path = asked.path.replace('/2.0', '')
    const wrong = (status: number, message: string): Reply => [status, { type: 'error', error: { message } }]
    const shown = ({ id, author, body: raw, isDeleted = false }: HostNote) => ({
      id,
      deleted: isDeleted,
      content: { type: 'rendered', raw: isDeleted ? '' : raw, markup: 'markdown', html: '' },
      user: { uuid: `{${author}}` },
      links: {
        html: { href: `https://bitbucket.org/acme/shop/pull-requests/7/_/diff#comment-${id}` },
      },
    })
    if (path === '/user')
      return who.isAnonymous ? wrong(403, 'This token has no user.') : [200, { uuid: `{${who.id}}` }]
    const [, rest = ''] = /^\/repositories\/acme\/[^/]+\/pullrequests\/7(\/.*)?$/.exec(path) ?? ['', 'none']
    if (rest === '' && method === 'GET')
      return [200, { id: 7, state: hosts.state === 'open' ? 'OPEN' : 'MERGED' }]
    if (rest === '/comments' && method === 'GET') {
      const size = Math.min(100, Number(query.get('pagelen') ?? 10))
      const page = Number(query.get('page') ?? 1)
      const values = hosts.notes.slice((page - 1) * size, page * size).map(shown)
      const next = `${hosts.url}/elsewhere?page=${page + 1}`
      return [200, { values, page, pagelen: size, ...(page * size < hosts.notes.length && { next }) }]
    }
    if (!rest.startsWith('/comments')) return wrong(404, 'Repository acme/shop not found')
    if (who.may !== 'write') return wrong(403, 'Your credentials lack one or more required privilege scopes.')
    const raw = (body.content as { raw?: unknown } | undefined)?.raw
    if (typeof raw === 'string' && raw.length > hosts.mostCharacters.bitbucket)
      return wrong(
        400,
        `content: Ensure this value has at most ${hosts.mostCharacters.bitbucket} characters.`,
      )
    if (rest === '/comments' && method === 'POST') return [201, shown(add(asked, raw))]
    const note = noteAt(rest)
    if (!note) return wrong(404, 'Comment not found')
    if (note.author !== who.id) return wrong(403, 'You may only change your own comments.')
    if (method === 'PUT') note.body = String(raw)
    else note.isDeleted = true
    return method === 'PUT' ? [200, shown(note)] : [204]
  }

  const github = (asked: Asked): Reply => {
    const { method, path, query, body, who } = asked
    const shown = ({ id, author, body }: HostNote) => ({
      id,
      body,
      user: { id: author, login: `user-${author}` },
      html_url: `https://github.com/acme/shop/pull/7#issuecomment-${id}`,
    })
    if (path === '/user')
      return who.isAnonymous
        ? [403, { message: 'Resource not accessible by integration' }]
        : [200, { id: who.id, login: `user-${who.id}` }]
    if (path === '/graphql') return [200, { data: { viewer: { login: `user-${who.id}` } } }]
    if (/^\/repos\/acme\/[^/]+\/pulls\/7$/.test(path)) return [200, { number: 7, state: hosts.state }]
    const isThread = /^\/repos\/acme\/[^/]+\/issues\/7\/comments$/.test(path)
    if (isThread && method === 'GET') {
      const size = Number(query.get('per_page') ?? 30)
      const page = Number(query.get('page') ?? 1)
      return [200, hosts.notes.slice((page - 1) * size, page * size).map(shown)]
    }
    if (who.may !== 'write') return [403, { message: 'Resource not accessible by personal access token' }]
    if (String(body.body).length > hosts.mostCharacters.github)
      return [422, { message: 'Validation Failed', errors: [{ message: 'Body is too long' }] }]
    if (isThread) return [201, shown(add(asked, body.body))]
    const note = noteAt(path)
    if (!note) return [404, { message: 'Not Found' }]
    if (method === 'PATCH') note.body = String(body.body)
    else hosts.notes.splice(hosts.notes.indexOf(note), 1)
    return method === 'PATCH' ? [200, shown(note)] : [204]
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', headers } = request
    const asked = new URL(request.url ?? '/', 'http://host')
    let text = ''
    for await (const chunk of request) text += chunk
    const call = `${method} ${asked.pathname}`
    hosts.calls.push(call)
    if (hosts.latencyMs > 0) await sleep(Math.random() * hosts.latencyMs)
    const send = (status: number, body?: unknown, more: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(body === undefined ? '' : JSON.stringify(body))
    const trouble = hosts.troubles.find(({ match, times = 1 }) => times > 0 && match.test(call))
    if (trouble) trouble.times = (trouble.times ?? 1) - 1
    if (trouble && !trouble.isAfterwards) {
      return void send(trouble.status, trouble.body ?? { message: 'trouble' }, trouble.headers)
    }
    const authorization = headers.authorization ?? ''
    const basic = /^Basic (.+)$/.exec(authorization)?.[1]
    const token =
      headers['private-token'] ??
      (basic
        ? Buffer.from(basic, 'base64').toString().split(':').at(-1)
        : authorization.replace('Bearer ', ''))
    const who = hosts.tokens.get(String(token))
    if (!who) return void send(401, { message: '401 Unauthorized' })
    const body = text === '' ? {} : JSON.parse(text)
    const path = asked.pathname
    const route = path.startsWith('/api/v4') ? gitlab : path.startsWith('/2.0') ? bitbucket : github
    const reply = route({ method, path, query: asked.searchParams, body, who })
    if (trouble) send(trouble.status, trouble.body ?? { message: 'trouble' }, trouble.headers)
    else send(...reply)
  }
  hosts.url = await serve((request, response) => void answer(request, response))
  return hosts
}
