import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import { type Answer, notFound, refusal } from './answer.ts'
import { checkAnswer, checkRequest, findOperation, type Operation } from './description.ts'
import { answerQuery } from './graphql.ts'
import { checkRoutes } from './routes-checks.ts'
import { codeRoutes } from './routes-code.ts'
import { commentRoutes } from './routes-comments.ts'
import { findArtifact, runRoutes } from './routes-runs.ts'
import { isObject, type Json } from './schemas.ts'
import { createState, type State, type Token } from './state.ts'

/** One request as it came. */
interface Call {
  method: string
  path: string
  /** GitHub's name of it; `graphql`, `download` or `unknown` for what has none. */
  operation: string
  status: number
  login: string | undefined
  body: Json | undefined
}

/** Something that gets in the way of requests whose `METHOD /path` matches. */
interface Trouble {
  match: RegExp
  /** How many of them; 1 where absent. */
  times?: number
  /** `cut` breaks the connection, `stall` never answers, `until` does what is asked for later. */
  answer: Answer | 'cut' | 'stall' | { until: Promise<unknown> }
}

/** A stand-in for api.github.com on loopback. */
export interface Github {
  url: string
  state: State
  calls: Call[]
  /** What was not as GitHub publishes it, in requests or in our own answers; a test that leaves one here is wrong. */
  violations: string[]
  trouble(trouble: Trouble): void
  /** Ends all troubles. */
  untrouble(): void
  /** Each answer takes up to so many milliseconds more, differently each time. */
  latencyMs: number
  close(): Promise<void>
}

const ROUTES = { ...checkRoutes, ...codeRoutes, ...commentRoutes, ...runRoutes }
const VERSIONS = ['2022-11-28', '2026-03-10']
const PER_HOUR = 1_000

export const startGithub = async (): Promise<Github> => {
  const troubles: Required<Trouble>[] = []
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      github.violations.push(`the stand-in broke: ${String(error)}`)
      response.destroy()
    })
  })
  const { url, close } = await listenOnLoopback(server)
  const github: Github = {
    url,
    state: createState(),
    calls: [],
    violations: [],
    latencyMs: 0,
    trouble: (trouble) => troubles.push({ times: 1, ...trouble }),
    untrouble: () => void troubles.splice(0),
    close,
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET' } = request
    const asked = new URL(request.url ?? '/', url)
    const body = await readBody(request)
    const call: Call = {
      method,
      path: asked.pathname,
      operation: 'unknown',
      status: 0,
      login: undefined,
      body,
    }
    github.calls.push(call)
    if (github.latencyMs > 0) await sleep(Math.random() * github.latencyMs)
    const found = troubles.find(({ match, times }) => times > 0 && match.test(`${method} ${asked.pathname}`))
    if (found) found.times--
    if (found?.answer === 'cut') return void request.socket.destroy()
    if (typeof found?.answer === 'string') return
    const instead = found?.answer
    const isLate = instead !== undefined && 'until' in instead
    if (isLate) await instead.until
    // A refusal is an answer, and nothing comes of the request.
    const sent = await answer(request, asked, body, call, isLate ? undefined : instead)
    call.status = sent.status
    send(response, sent)
  }

  const send = (
    response: ServerResponse,
    { status, body, text, bytes, type, headers = {} }: Answer,
  ): void => {
    const content =
      bytes ??
      text ??
      (body === undefined ? '' : JSON.stringify(body).replaceAll('https://api.github.com', url))
    const rate = {
      'x-ratelimit-limit': String(PER_HOUR),
      'x-ratelimit-remaining': String(PER_HOUR - 1),
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3600),
      'x-ratelimit-resource': 'core',
    }
    const media = content === '' ? {} : { 'content-type': `${type ?? 'application/json'}; charset=utf-8` }
    response.writeHead(status, { server: 'github.com', ...rate, ...media, ...headers }).end(content)
  }

  const answer = async (
    request: IncomingMessage,
    asked: URL,
    body: Json | undefined,
    call: Call,
    refused: Answer | undefined,
  ): Promise<Answer> => {
    const where = `${call.method} ${asked.pathname}${asked.search}`
    const violate = (what: string) => github.violations.push(`${where}: ${what}`)
    if (asked.pathname.startsWith('/signed/')) return refused ?? download(request, asked, call)
    if (!request.headers['user-agent']) violate('no User-Agent, which GitHub refuses')
    const version = request.headers['x-github-api-version']
    if (version !== undefined && !VERSIONS.includes(String(version))) violate(`no API version is ${version}`)
    const token = tokenOf(request)
    if (token === undefined || token.isRevoked) {
      call.operation = 'refused'
      return refusal(401, token ? 'Bad credentials' : 'Requires authentication')
    }
    call.login = token.login
    if (asked.pathname === '/graphql') return refused ?? query(token, body, call, violate)
    const operation = findOperation(call.method, asked.pathname)
    if (!operation) {
      violate('GitHub publishes no such operation')
      return notFound()
    }
    call.operation = operation.id
    for (const each of checkRequest(operation, asked.searchParams, body)) violate(each)
    if (refused) return refused
    const made = route(operation, asked, token, body, request.headers.accept ?? '', violate)
    const text = made.text ?? (made.body === undefined ? '' : JSON.stringify(made.body))
    for (const each of checkAnswer(operation, made.status, made.type ?? 'application/json', text))
      violate(`the stand-in's own ${made.status} is not as published: ${each}`)
    return made
  }

  const route = (
    operation: Operation,
    asked: URL,
    token: Token,
    body: Json | undefined,
    accept: string,
    violate: (what: string) => void,
  ): Answer => {
    const { parameters } = operation
    const repository = github.state.repositories.get(`${parameters.owner}/${parameters.repo}`)
    const known = ROUTES[operation.id]
    if (!known) {
      violate(`${operation.id} is not part of the stand-in`)
      return notFound()
    }
    if (!repository) return notFound()
    const { needs, level } = known
    const may = needs.some((need) => token.permissions[need] === 'write' || token.permissions[need] === level)
    if (needs.length > 0 && !may) return refusal(403, 'Resource not accessible by integration')
    return known.answer({
      state: github.state,
      repository,
      token,
      parameters,
      query: asked.searchParams,
      body: isObject(body) ? body : {},
      accept,
      url,
      violate,
    })
  }

  const query = async (
    token: Token,
    body: Json | undefined,
    call: Call,
    violate: (what: string) => void,
  ): Promise<Answer> => {
    call.operation = 'graphql'
    if (!isObject(body) || typeof body.query !== 'string') {
      violate('the body is no GraphQL request')
      return refusal(400, 'A query attribute must be specified and must be a string.')
    }
    const variables = isObject(body.variables) ? body.variables : {}
    const made = await answerQuery(github.state, token, { query: body.query, variables })
    for (const each of made.violations) violate(each)
    return { status: 200, body: JSON.parse(JSON.stringify(made.body)) }
  }

  /** The store behind a signed link; it knows no token of GitHub and refuses to be shown one. */
  const download = (request: IncomingMessage, asked: URL, call: Call): Answer => {
    call.operation = 'download'
    if (request.headers.authorization !== undefined) {
      github.violations.push(`${asked.pathname}: GitHub's token was shown to the store of artifacts`)
      return { status: 400, text: 'InvalidAuthenticationInfo', type: 'application/xml' }
    }
    const id = Number(asked.pathname.split('/').at(-1))
    const found = [...github.state.repositories.values()].map((each) => findArtifact(each, id)).find(Boolean)
    if (!found || asked.searchParams.get('signature') !== String(id * 7)) return { status: 403, text: 'no' }
    return { status: 200, bytes: found.artifact.bytes, type: 'application/zip' }
  }

  const tokenOf = ({ headers }: IncomingMessage): Token | undefined => {
    const given = /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? '')?.[1]
    return given === undefined ? undefined : github.state.tokens.get(given)
  }

  return github
}

const readBody = async (request: IncomingMessage): Promise<Json | undefined> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? undefined : JSON.parse(text)
}
