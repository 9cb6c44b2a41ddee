import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'

/**
 * Words that people use for one another when they ask about software, in groups. A word of several meanings is in
 * several groups. They count half as much as the word itself, so a wrong one does little harm.
 */
const GROUPS = `
login logon signin authenticate authentication auth | folder directory dir | delete remove erase drop
error exception failure | fail break crash | config configuration configure setting option | image picture
run execute launch start | slow performance | fast quick performance | speed performance | env environment
variable var | password credential | create make generate add | change modify update edit alter | show display
hide hidden | wait await | stop abort cancel halt | check verify assert validate | argument parameter param
function method | automatic auto automatically | allow permit enable | enable activate turn on | test spec
retry rerun repeat | screenshot image | parallel concurrent simultaneous | machine host computer | url address link
fake mock stub | intercept mock | date time clock | database db | server backend | component element
bundle build compile | deploy publish release | document doc documentation | package dependency library module
install setup | clean clear cleanup | save store persist | load read fetch | send post submit | request call
response answer reply | message notification | alert warning | container docker | pipeline ci | version release
upgrade update migrate | key token | secret credential | permission access | user account | role permission
list array | value data | size length | limit maximum max | minimum min | file asset | text string | number integer
type typescript | style css | page document | print output | debug troubleshoot | write author create
combine merge join | split divide shard | replace substitute override | custom own | share reuse | convert transform
compare diff difference | event listener | trigger fire emit | nested child | parent ancestor | remote distant
local localhost | empty blank | duplicate copy | unique distinct | optional option | require need mandatory
example sample demo | begin start | end finish | schedule cron | queue job | cache caching | memory heap
thread worker | process worker | network internet | phone mobile device | window viewport | click press
type fill enter | choose select pick | button control | tab page | open launch | close exit | monitor observe watch
measure metric | collect gather scrape | signin login | signup register registration | profile account
crawl scrape | blank empty | bug issue defect problem | trace log record | record capture | replay playback
video recording | snapshot baseline | flaky unstable intermittent | skip ignore exclude omit | include contain
only single | environment staging production | timeout deadline limit | pause sleep delay | hang stuck freeze stall
reload refresh | navigate goto visit | redirect forward | header metadata | cookie session | cross origin cors
certificate tls ssl https | proxy gateway | firewall blocked | encrypt cipher | hash digest checksum
random arbitrary | seed random | sort order | filter select | search find lookup query | match pattern regex
wildcard glob | prefix suffix | parse decode | encode serialize | format style | template boilerplate scaffold
plugin extension addon | hook callback | middleware interceptor | inject provide | global shared | scope context
isolate separate | lazy deferred | async asynchronous promise | sync synchronous | stream pipe | buffer binary bytes
json object | csv table spreadsheet | row record | column field | index key | primary main | secondary additional
backup snapshot | restore recover | rollback revert undo | commit revision | branch ref | review approve
lint eslint | warning notice | verbose detailed | quiet silent | colour color | dark theme | font typeface
icon image | animation transition | scroll swipe | drag drop | keyboard key shortcut | mouse cursor pointer
touch tap | hover mouseover | focus blur | form input | dropdown select | checkbox tick | radio option
label caption | placeholder hint | tooltip title | dialog modal popup | tab window | iframe frame
browser chrome chromium | mobile phone | tablet device | screen display | resolution viewport
language locale translation | timezone clock | geolocation location gps | offline disconnect | online connected
bandwidth network | latency delay | throughput speed | cpu processor | ram memory | disk storage | leak memory
garbage gc | crash exit | signal kill terminate | restart reboot | daemon background | cluster node | replica copy
partition shard | balance distribute | scale grow | quota limit | price cost | license licence | deprecated obsolete
legacy old | new recent latest | experimental beta preview | stable release | compatible support
unsupported incompatible | convert migrate | tutorial guide | quickstart introduction | reference api
glossary term | faq question | troubleshoot problem fix | fix repair solve | reason why cause | purpose goal
benefit advantage | drawback disadvantage | difference versus compare | alternative instead
recommended best practice | avoid prevent | forbid disallow deny | reject refuse | accept confirm
optional conditional | condition if when | loop iterate | default fallback | inherit extend | property attribute
class type | interface contract | generic template | constant literal | expression formula | operator function
assign set | getter computed | setter writable | mutable change | immutable readonly | reactive observable
subscribe listen | publish emit | broadcast notify | webhook callback | alert notify | dashboard panel | graph chart
counter gauge | histogram percentile | label tag | annotation note | rule policy | threshold limit
interval period frequency | retention expire | expire stale | invalidate purge | host domain | port socket
endpoint route url | path location | relative absolute | symlink link | archive zip compress | compress gzip
minify compress | minify uglify | sourcemap map | transpile compile | polyfill shim | bundle package | chunk piece
split chunk | preload prefetch | render paint | hydrate hydration | markup html | stylesheet css | script javascript
module import | dependency import | entry start | output result | folder dist | workspace monorepo | root base
`

const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = readGroups(GROUPS)

const NONE: ReadonlySet<string> = new Set()

/** The terms of words that may be meant by this one. */
export const synonymsOf = (term: string): string[] => [...(SYNONYMS.get(term) ?? NONE)]

function readGroups(groups: string): Map<string, Set<string>> {
  const synonyms = new Map<string, Set<string>>()
  for (const group of groups.split(/[|\n]/)) {
    const terms = group
      .trim()
      .split(/\s+/)
      .map(stem)
      .filter((term) => term !== '' && !isStopTerm(term))
    for (const term of terms) {
      const others = synonyms.get(term) ?? new Set()
      for (const other of terms) if (other !== term) others.add(other)
      synonyms.set(term, others)
    }
  }
  return synonyms
}
