import { resultOf } from '@svc/test-kit/collect'
import { expect, test } from 'vitest'
import { eachVersion, expectWhatJestSays, triesOf } from './project.ts'

const files = {
  'before-all.test.js': `
    const { connect, refuse } = require('./database.js')
    let app
    describe('throws', () => {
      beforeAll(() => { throw new Error('database is down\\nsecond line') })
      test('victim', () => {})
      test.skip('skipped anyway', () => {})
      test.todo('later')
      describe('deep', () => { test('victim too', () => {}) })
      test.failing('victim that should fail', () => { throw new Error('known') })
    })
    describe('throws later', () => {
      beforeAll(async () => {
        await null
        if (app === undefined) {
          throw new Error('later')
        }
      })
      test('victim', () => {})
      test('another', () => {})
    })
    describe('awaits a helper', () => {
      beforeAll(async () => {
        app = await connect()
      }, 1000)
      afterEach(() => { throw new Error('nothing to close') })
      test('victim', () => {})
    })
    describe('awaits, laid out by a formatter', () => {
      beforeAll(
        async () => {
          await connect()
        },
        1000,
      )
      test('victim', () => {})
    })
    describe('breaks', () => {
      beforeAll(() => {
        app.listen(0)
      })
      test('victim', () => {})
    })
    describe('compares', () => {
      beforeAll(() => { expect(1).toBe(2) })
      test('victim', () => {})
    })
    describe('rejects with text', () => {
      beforeAll(() => Promise.reject('no server'))
      test('victim', () => {})
    })
    describe('takes too long', () => {
      beforeAll(() => new Promise(() => {}), 20)
      test('victim', () => {})
    })
    describe('fails twice', () => {
      beforeAll(() => { throw new Error('first of two') })
      beforeAll(() => { throw new Error('second of two') })
      test('victim', () => {})
      test('another', () => {})
    })
    describe('leaves no trace', () => {
      beforeAll(() => refuse())
      test('stays failed', () => {})
    })
    test('runs all the same', () => {})
  `,
  'database.js': `
    exports.connect = async () => { await null; throw new Error('refused') }
    exports.refuse = () => new Promise((resolve, reject) => {
      require('node:net').connect(1, '127.0.0.1').on('error', (error) => {
        error.stack = 'Error: ' + error.message + '\\\\n    at TCPConnectWrap.afterConnect (node:net:1:1)'
        reject(error)
      })
    })
  `,
  'before-all-of-file.test.js': `
    beforeAll(() => { throw new Error('whole file') })
    test('a', () => {})
    describe('block', () => { test('b', () => {}) })
    test.concurrent('c', async () => {})
  `,
  // Nothing here did not run, however much it looks like it.
  'really-ran.test.js': `
    const api = { get: jest.fn() }
    const { connect } = require('./database.js')
    let kept, ready
    describe('a mock that rejects', () => {
      beforeAll(() => { api.get.mockRejectedValue(new Error('mocked')) })
      test('ran 1', async () => { await api.get() })
      test('ran 2', async () => { await api.get() })
    })
    describe('a mock over several lines', () => {
      beforeAll(() => {
        api.get = () => Promise.reject(
          kept,
        )
        kept = Object.assign(
          new Error('mocked too'),
        )
      })
      test('ran 3', async () => { await api.get() })
    })
    describe('an error that was caught', () => {
      beforeAll(async () => {
        try {
          await connect()
        } catch (error) {
          kept = error
        }
      })
      test('ran 4', () => { throw kept })
    })
    describe('a promise that was kept', () => {
      beforeAll(() => {
        ready = connect()
      })
      test('ran 5', async () => { await ready })
    })
    describe('a handler that throws', () => {
      beforeAll(() => {
        api.get = function () {
          throw new Error('handled')
        }
      })
      test('ran 6', async () => { await null; setImmediate.call; api.get() })
    })
    describe('a beforeEach', () => {
      beforeEach(() => { throw new Error('not today') })
      test('did not run 7', () => {})
    })
    describe('a beforeEach that waits', () => {
      beforeEach(async () => {
        await connect()
      })
      test('did not run 8', () => {})
    })
    describe('a beforeEach that takes too long', () => {
      beforeEach(() => new Promise(() => {}), 20)
      test('did not run 9', () => {})
    })
    describe('a test that takes the name of a hook', () => {
      test('ran 10', () => { throw new Error('Exceeded timeout of 5000 ms for a hook.') })
      test('ran 11', async () => { throw 'text' })
    })
    describe('an afterEach', () => {
      afterEach(() => { throw new Error('cannot clean') })
      test('ran 12', () => {})
    })
    describe('an error that a hook made and kept', () => {
      beforeAll(() => {
        kept = new Error('made in the hook')
      })
      test('ran 13', () => { throw kept })
    })
    describe('a promise that had failed at once', () => {
      const start = async () => { throw new Error('at once') }
      beforeAll(() => {
        ready = start()
      })
      test('ran 14', async () => { await ready })
    })
  `,
  'after-all.test.js': `
    describe('throws', () => {
      afterAll(() => { throw new Error('cannot close') })
      test('ran before', () => {})
      test('failed before', () => { throw new Error('its own') })
    })
    describe('throws too', () => {
      afterAll(async () => { await null; throw new Error('cannot close that') })
      test('ran before that', () => {})
    })
    afterAll(() => new Promise(() => {}), 20)
  `,
  'setup.js': `
    const state = expect.getState()
    if (state.testPath.includes('set-up')) {
      if (state.testPath.includes('throws')) throw new Error('set-up failed')
      beforeAll(() => { throw new Error('hook of the set-up') })
    }
  `,
  'set-up-throws.test.js': `test('never there', () => {})`,
  'set-up-hook.test.js': `test('behind the set-up', () => {})`,
}

for (const mode of ['--runInBand', '--maxWorkers=2'])
  eachVersion(
    `hooks that fail, ${mode}`,
    files,
    { args: [mode], config: { setupFilesAfterEnv: ['./setup.js'] } },
    (jest) => {
      const victim = (reason: string) => [{ status: 'skipped', skip: { kind: 'hook', reason } }]

      test('count as in the JSON report of Jest, but that victims are distinguished from failures', () => {
        expectWhatJestSays(jest.run)
        expect(jest.run.code).toBe(1)
        expect(jest.run.part.end).toMatchObject({ status: 'failed' })
      })

      test('tests behind a beforeAll that fails did not run', () => {
        const attempts = (...titles: string[]) => jest.run.test(...titles).attempts
        expect(attempts('throws', 'victim')).toMatchObject(victim('database is down'))
        expect(attempts('throws', 'deep', 'victim too')).toMatchObject(victim('database is down'))
        expect(attempts('throws', 'victim that should fail')).toMatchObject(victim('database is down'))
        expect(attempts('throws', 'skipped anyway')).toMatchObject([{ skip: { kind: 'skip' } }])
        expect(attempts('throws', 'later')).toMatchObject([{ skip: { kind: 'todo' } }])
        expect(attempts('throws later', 'victim')).toMatchObject(victim('later'))
        expect(attempts('throws later', 'another')).toMatchObject(victim('later'))
        expect(attempts('awaits a helper', 'victim')).toMatchObject(victim('refused'))
        expect(attempts('awaits, laid out by a formatter', 'victim')).toMatchObject(victim('refused'))
        expect(attempts('breaks', 'victim')).toMatchObject([{ skip: { kind: 'hook' } }])
        expect(attempts('compares', 'victim')).toMatchObject([{ skip: { kind: 'hook' } }])
        expect(attempts('rejects with text', 'victim')).toMatchObject(victim('thrown: "no server"'))
        expect(attempts('takes too long', 'victim')).toMatchObject([
          { skip: { kind: 'hook', reason: expect.stringContaining('Exceeded timeout of 20 ms for a hook') } },
        ])
        expect(attempts('fails twice', 'another')).toMatchObject(victim('first of two'))
        expect(attempts('a')).toMatchObject(victim('whole file'))
        expect(attempts('block', 'b')).toMatchObject(victim('whole file'))
        expect(attempts('c')).toMatchObject(victim('whole file'))
        expect(attempts('behind the set-up')).toMatchObject(victim('hook of the set-up'))
        expect(resultOf(jest.run.test('runs all the same'))).toBe('passed')
      })

      test('an error without a trace of the hook proves nothing: its tests stay failed', () => {
        expect(jest.run.test('leaves no trace', 'stays failed').attempts).toMatchObject([
          { status: 'failed', errors: [{ message: expect.stringContaining('ECONNREFUSED') }] },
        ])
      })

      test('a test that may have run stays what Jest says', () => {
        const told = jest.run.part.tests
          .filter(({ file }) => file === 'really-ran.test.js')
          .map((each) => [each.titles.at(-1)?.match(/\d+/)?.[0], ...triesOf(each)])
          .sort((one, other) => Number(one[0]) - Number(other[0]))
        expect(told).toEqual([
          ['1', 'failed: mocked'],
          ['2', 'failed: mocked'],
          ['3', 'failed: mocked too'],
          ['4', 'failed: refused'],
          ['5', 'failed: refused'],
          ['6', 'failed: handled'],
          ['7', 'failed: not today'],
          ['8', 'failed: refused'],
          ['9', expect.stringMatching(/^timedOut: .*for a hook/)],
          ['10', expect.stringContaining('Exceeded timeout of 5000 ms')],
          ['11', 'failed: thrown: "text"'],
          ['12', 'failed: cannot clean'],
          ['13', 'failed: made in the hook'],
          ['14', 'failed: at once'],
        ])
      })

      test('a failed hook is one error of its file, however many tests it kept from running', () => {
        const messages = jest.run.part.errors.map(
          ({ file, failure }) => `${file}: ${failure.message.split('\n')[0]}`,
        )
        expect(messages.sort()).toEqual([
          'after-all.test.js: cannot close',
          'after-all.test.js: cannot close that',
          expect.stringContaining('after-all.test.js: thrown: "Exceeded timeout of 20 ms for a hook'),
          'before-all-of-file.test.js: whole file',
          expect.stringMatching(/^before-all.test.js: Cannot read properties of undefined/),
          'before-all.test.js: database is down',
          'before-all.test.js: expect(received).toBe(expected) // Object.is equality',
          'before-all.test.js: first of two',
          'before-all.test.js: later',
          'before-all.test.js: nothing to close',
          'before-all.test.js: refused',
          'before-all.test.js: refused',
          'before-all.test.js: second of two',
          expect.stringContaining('before-all.test.js: thrown: "Exceeded timeout of 20 ms for a hook'),
          'before-all.test.js: thrown: "no server"',
          'set-up-hook.test.js: hook of the set-up',
          'set-up-throws.test.js: set-up failed',
        ])
      })

      test('an afterAll that fails changes nothing of the tests before it', () => {
        expect(triesOf(jest.run.test('throws', 'ran before'))).toEqual(['passed'])
        expect(triesOf(jest.run.test('throws', 'failed before'))).toEqual(['failed: its own'])
        expect(triesOf(jest.run.test('throws too', 'ran before that'))).toEqual(['passed'])
      })
    },
  )
