import { type Dialect, fileOf } from '../dialect.ts'

/** WebdriverIO. The class starts with the browser, whose version would otherwise create new tests. */
export const webdriverio: Dialect = {
  name: 'webdriverio',
  tool: 'webdriverio',
  detect: ({ text }) =>
    /<property name="(?:specId|capabilities)"/.test(text) && text.includes('name="suiteName"'),
  nameOf: (test, suites) => {
    const suite = suites.at(-1)
    const block = suite?.properties.get('suiteName') || suite?.name || ''
    const [browser] = /^[A-Za-z]+(?:[ _-]+[A-Za-z]+)*/.exec(suite?.properties.get('capabilities') ?? '') ?? []
    return {
      file: fileOf(test, suites),
      titles: block ? [block, test.name] : [test.name],
      ...(browser && { variant: browser.toLowerCase() }),
    }
  },
}
