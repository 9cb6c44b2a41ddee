import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { estimateTokens } from './tokens.ts'

const root = join(import.meta.dirname, '../../../..')
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))

const documents = filesIn('docs', '.md')
const linesOf = (texts: string[], wanted: (line: string) => boolean) =>
  texts.map((text) => text.split('\n').filter(wanted).join('\n')).filter((text) => text.length > 500)

const STACK = `AssertionError: expected { total: 12.5 } to deeply equal { total: 12.05 }
    at Object.<anonymous> (/home/runner/work/shop/shop/packages/checkout/src/cart.test.ts:42:17)
    at processTicksAndRejections (node:internal/process/task_queues:105:5)
    at runTest (file:///home/runner/work/shop/shop/node_modules/.pnpm/@vitest+runner@3.2.4/node_modules/@vitest/runner/dist/chunk-hooks.js:1023:11)
    at Page.click (/home/runner/work/shop/shop/node_modules/playwright-core/lib/client/page.js:512:9)
Caused by: TimeoutError: locator.click: Timeout 30000ms exceeded.
  - waiting for getByRole('button', { name: 'Pay now' })
    - locator resolved to <button disabled class="btn btn-primary mt-4" data-testid="pay">Pay now</button>`

const GERMAN = `Der Warenkorb berechnet die Summe der Positionen erst, wenn die Versandkosten bekannt sind. Schlägt die
Anfrage an den Zahlungsdienst fehl, wiederholt der Dienst sie höchstens dreimal und schreibt danach einen Eintrag in das
Fehlerprotokoll. Beträge werden als ganze Cent gespeichert, niemals als Gleitkommazahlen, weil Rundungsfehler sonst in der
Rechnungsstellung sichtbar würden. Für die Umsatzsteuer gilt der Steuersatz des Lieferlandes; Ausnahmen stehen in der
Tabelle der Sonderregelungen. Vor jeder Veröffentlichung prüft die Qualitätssicherung die Zahlungsabwicklung mit echten
Testkonten, und zwar sowohl auf Mobilgeräten als auch im Browser.`

const SIMPLIFIED = `购物车只有在运费确定之后才计算总价。如果支付服务的请求失败，系统最多重试三次，然后在错误日志中写入一条记录。
金额以整数分保存，绝不使用浮点数，否则账单中会出现舍入误差。增值税按照收货国家的税率计算，例外情况列在特殊规则表中。
每次发布之前，测试团队都会使用真实的测试账户在手机和浏览器上检查支付流程。缓存中的数据五分钟后失效，因此价格变更不会立即显示。`

const TRADITIONAL = `購物車只有在運費確定之後才會計算總價。如果付款服務的請求失敗，系統最多重試三次，然後在錯誤記錄檔中寫入一筆資料。
金額以整數分儲存，絕對不使用浮點數，否則帳單中會出現捨入誤差。增值稅依照收貨國家的稅率計算，例外情況列在特殊規則表中。
每次發佈之前，測試團隊都會使用真實的測試帳戶，在手機與瀏覽器上檢查付款流程，這樣我們就能及早發現問題。`

const JAPANESE = `カートは送料が確定してから合計金額を計算します。決済サービスへのリクエストが失敗した場合、システムは最大三回まで再試行し、
その後エラーログに記録を残します。金額は整数の銭として保存し、浮動小数点数は決して使いません。丸め誤差が請求書に現れるためです。
消費税は配送先の国の税率で計算し、例外は特別規則の表に記載しています。リリースの前には、テストチームが実際のテストアカウントを使って、
スマートフォンとブラウザーの両方で決済の流れを確認します。`

const KINDS: Record<string, string[]> = {
  'English prose': linesOf(documents, (line) => !line.startsWith('|')),
  'Markdown tables': linesOf(documents, (line) => line.startsWith('|')),
  code: filesIn('server/src/people/identity', '.ts').filter((text) => text.length > 1_000),
  JSON: [
    ...filesIn('server/src/doors/rest/reference', '.json'),
    ...filesIn('server/src/doors/rest/reference', '.json').map((text) => JSON.stringify(JSON.parse(text))),
    ...filesIn('.', '.json').filter((text) => text.length > 1_000),
  ],
  'stack traces': [STACK, String(new RangeError('a value is out of range').stack).repeat(3)],
  German: [GERMAN],
  'simplified Chinese': [SIMPLIFIED],
  'traditional Chinese': [TRADITIONAL],
  Japanese: [JAPANESE],
  'ids and hashes': [
    Array.from({ length: 20 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex')).join('\n'),
    Array.from({ length: 20 }, (_, i) => `- id: 01890a5d-ac96-774b-bcce-b302099a8${100 + i}`).join('\n'),
  ],
}

test.for(Object.keys(KINDS))('%s: never more than a tenth too low, rarely far too high', (kind) => {
  const texts = KINDS[kind] ?? []
  expect(texts.length).toBeGreaterThan(0)
  const counts = texts.map((text) => ({ real: countTokens(text), estimated: estimateTokens(text) }))
  const astray = counts.filter(({ real, estimated }) => estimated < real * 0.9 || estimated > real * 1.3)
  expect(astray).toEqual([])
  // All texts of a kind together.
  const sum = (which: 'real' | 'estimated') => counts.reduce((all, count) => all + count[which], 0)
  expect(sum('estimated') / sum('real')).toBeGreaterThan(0.95)
  expect(sum('estimated') / sum('real')).toBeLessThan(1.25)
})

test('all sorts of texts have an estimate, and an empty one has none', () => {
  expect(estimateTokens('')).toBe(0)
  for (const text of [' ', '\n', '-', '1', 'a', '\ud800', '👩‍💻', '\u0000', 'ß', 'ก', 'é'.repeat(10)])
    expect(estimateTokens(text)).toBeGreaterThan(0)
})
