import type { Page } from '@playwright/test'
import { expect, settle, test } from './test.ts'
import { viewsOf } from './views.ts'

/** What a screen reader names, lists and jumps to; without a name, or with that of another, it leads nowhere. */
const NAMED = ['link', 'button', 'textbox', 'searchbox', 'combobox', 'checkbox', 'Iframe', 'dialog']
/** In parts, so that no test takes minutes on a busy machine. */
const PARTS = 4
/** Words that mean something only beside their neighbours; a navigation lists them under its own name. */
const VAGUE = /^(all|more|open|here|details|show|view|[\d.,% ]+)$/i
/** Longer names may be data: two commits with one message. */
const MOST_WORDS = 2

interface Node {
  role: string
  name: string
  level: number
  /** The target of a link. */
  url: string
  isInNavigation: boolean
}

for (let part = 0; part < PARTS; part++)
  test(`what is heard makes sense alone, part ${part + 1} of ${PARTS}`, async ({
    page,
    world,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 40[04]/)
    for (const [n, [name, address]] of Object.entries(viewsOf(world)).entries()) {
      if (n % PARTS !== part) continue
      await page.goto(address)
      await settle(page)
      expect.soft(findings(await heard(page)), `${name}, ${address}`).toEqual([])
    }
  })

/** What the browser gives to a screen reader, in the order of the page. */
async function heard(page: Page): Promise<Node[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const children = new Map(nodes.map((node) => [node.nodeId, node.childIds ?? []]))
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const inOrder: Node[] = []
  const visit = (id: string, isInside: boolean) => {
    const node = byId.get(id)
    const property = (name: string) => node?.properties?.find((each) => each.name === name)?.value?.value
    if (node && !node.ignored)
      inOrder.push({
        role: String(node.role?.value ?? ''),
        name: String(node.name?.value ?? '').trim(),
        level: Number(property('level') ?? 0),
        url: String(property('url') ?? ''),
        isInNavigation: isInside,
      })
    for (const child of children.get(id) ?? []) visit(child, isInside || node?.role?.value === 'navigation')
  }
  if (nodes[0]) visit(nodes[0].nodeId, false)
  return inOrder
}

function findings(nodes: Node[]): string[] {
  const headings = nodes.filter(({ role }) => role === 'heading')
  const jumps = headings.filter(({ level }, i) => level > (headings[i - 1]?.level ?? 0) + 1)
  const links = nodes.filter(({ role, isInNavigation }) => role === 'link' && !isInNavigation)
  const short = Map.groupBy(
    links.filter(({ name }) => name.split(/\s+/).length <= MOST_WORDS),
    ({ name }) => name,
  )
  const alike = [...short].filter(([, own]) => new Set(own.map(({ url }) => url)).size > 1)
  // Below a modal dialog nothing of the page is heard.
  const isPage = !nodes.some(({ role }) => role === 'dialog')
  return [
    ...(isPage && headings.filter(({ level }) => level === 1).length !== 1 ? ['not one first heading'] : []),
    ...(isPage ? jumps : []).map(({ name, level }) => `heading ${level} too deep: ${name}`),
    ...nodes
      .filter(({ role, name }) => NAMED.includes(role) && name === '')
      .map(({ role, url }) => `${role} without a name ${url}`),
    ...alike.map(([name, own]) => `${own.length} links “${name}” lead to different pages`),
    ...links.filter(({ name }) => VAGUE.test(name)).map(({ name, url }) => `link “${name}” to ${url}`),
  ]
}

test('a running execution reads out new failures and its end, not every count', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.running}`)
  await settle(page)
  const live = page.locator('.live')
  await expect(live).toContainText('Live')
  await expect(live.getByRole('status')).toHaveText('')
})

test('the focus returns to what opened a dialog, and to the page after a link', async ({ page, world }) => {
  await page.goto(`/executions/${world.seeded.broken}`)
  await settle(page)
  const opener = page.getByRole('button', { name: 'Open in an editor…' }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Root folder of/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.getByRole('link', { name: 'Whole comparison' }).click()
  await expect(page.getByRole('main')).toBeFocused()
})
