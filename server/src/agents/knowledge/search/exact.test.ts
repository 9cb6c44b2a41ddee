import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, hitsOf, putDocuments } from '../../../testing/knowledge.ts'

onBothDatabases('an exact text', (make) => {
  test('is found inside addresses, targets of links and HTML', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'status.md': '# Status\n\nLook at https://status.example.org/health first.\n',
      'code.md': '# Code\n\n```js\nhttp.get("https://kiwi.example.com/fruit")\n```\n',
      'link.md': '# Link\n\nRead [the guide](./warehouse-guide.md) and <img alt="pelican"> it.\n',
      'other.md': '# Other\n\nNothing of it.\n',
    })
    const hits = (query: string) => hitsOf(app, query, { project: 'shop' })
    expect(await hits('status.example.org')).toContain('status.md#Status')
    expect(await hits('"https://status.example.org/health"')).toEqual(['status.md#Status'])
    expect(await hits('kiwi')).toEqual(['code.md#Code'])
    expect(await hits('"kiwi.example.com/fruit"')).toEqual(['code.md#Code'])
    expect(await hits('"warehouse-guide.md"')).toEqual(['link.md#Link'])
    expect(await hits('"alt="')).toEqual(['link.md#Link'])
    expect(await hits('pelican')).toEqual(['link.md#Link'])
  })

  test('of several words is excluded as a whole', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'a.md': '# A\n\nThe error rate is a rate.\n',
      'b.md': '# B\n\nThe rate of an error.\n',
    })
    expect(await hitsOf(app, 'rate -"error rate"', { project: 'shop' })).toEqual(['b.md#B'])
    expect(await hitsOf(app, 'rate -"error"', { project: 'shop' })).toEqual([])
  })

  test('of one character of a script without spaces is found within words', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'zh.md': '# 数据库\n\n连接池怎么配置，以及连续重试。\n',
      'other.md': '# 部署\n\n如何部署服务器。\n',
    })
    const hits = (query: string) => hitsOf(app, query, { project: 'shop' })
    expect(await hits('连')).toEqual(['zh.md#数据库'])
    expect(await hits('"池"')).toEqual(['zh.md#数据库'])
    expect(await hits('配')).toEqual(['zh.md#数据库'])
    expect(await hits('"器"')).toEqual(['other.md#部署'])
    expect(await hits('鱼')).toEqual([])
    expect(await hits('-"连接" 数据库')).toEqual([])
  })
  test('of a script without spaces is excluded, and no text that shares only a part of it', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'refund.md': '# 返金\n\n返金の手順。在庫は戻ります。\n',
      'card.md': '# 信用卡\n\n信用卡的库存。\n',
      'credit.md': '# 信用\n\n信用的库存，使用卡片。\n',
      'stock.md': '# 在庫\n\n在庫の数え方。\n',
    })
    const hits = (query: string) => hitsOf(app, query, { project: 'shop' })
    expect(await hits('在庫 -返金')).toEqual(['stock.md#在庫'])
    expect(await hits('-返金 在庫')).toEqual(['stock.md#在庫'])
    expect(await hits('库存 -信用卡')).toEqual(['credit.md#信用'])
    expect(await hits('库存 -"信用卡"')).toEqual(['credit.md#信用'])
    expect(await hits('库存 -卡')).toEqual([])
  })
})
