import { lazily } from '../../kernel/lazily.ts'
import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'

/**
 * Words that errors and titles of tests of any kind have. They say how something failed, not what, so they relate no
 * document to a failure: `fetch failed` is in the documents of most projects.
 */
const WORDS = `abort aborted actual actually allow allowed argument arguments array assert assertion async
attempt attempts await browser call callback called calls cannot case catch caught cause check click close
closed compare connect connection contain contains context correct correctly create created deep deeply default
define defined describe detached differ difference different dist display displayed does duration element
elements empty end error errors event example exceed exceeded exception exist exists expect expectation
expected expects exit fail failed failing fails failure false fetch fetching file files fill find finish first
fixture found function given handle handled hidden hook import index instance invalid iterable last length lib
load loaded loads locate locator log main match matcher matches matching message method mismatch mismatched
missing module modules name navigate navigation network new next node null object obsolete occurred occurs old
open opened operation option options output page parse parsing pass passed passes pending process promise
properties property reach read reading received reject rejected render rendered renders request require resolve
resolved response result results retry return returned returns root run runs running same save screenshot
select selector send set should show shown shows snapshot snapshots source spec src stable start started status
step stop strict string success suite support symbol sync syntax take takes target test tests thing throw
thrown throws time timed timeout times total true type typeof undefined unexpected unhandled unknown unstable
update updated value values violation visible wait waiting waits work worker works write written wrong`

const terms = lazily(() => new Set(WORDS.split(/\s+/).map(stem)))

/** Matchers, queries and mocks of test runners, and the error classes of the language. */
const OF_RUNNERS =
  /^(?:to[A-Z]|(?:get|query|find)(?:All)?By[A-Z]|(?:before|after)(?:All|Each)$|(?:Aggregate|Assertion|Eval|Range|Reference|Syntax|Test|Timeout|Type|URI)+Error$|waitFor|Object$|Proxy$)/

/** Whether a term says only how something failed. */
export const isErrorTerm = (term: string): boolean =>
  isStopTerm(term) || terms().has(term) || /^(?:[a-z]{1,2}|\d+)$/.test(term)

/** Whether a name, as written, belongs to a test runner or to the language. */
export const isOfRunner = (name: string): boolean => OF_RUNNERS.test(name)
