import { type Message, messageOf, type Piece } from './message.ts'
import type { Notice } from './notice.ts'

/** The body of a request for each kind of receiver. */
export const bodyOf: Record<'json' | 'slack' | 'teams' | 'discord', (id: string, notice: Notice) => object> =
  {
    json: (id, notice) => ({ id, text: plain(messageOf(notice).title), ...notice }),
    slack: (_, notice) => slack(messageOf(notice)),
    teams: (_, notice) => teams(messageOf(notice)),
    discord: (_, notice) => discord(messageOf(notice)),
  }

const plain = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.quote)).join('')

/**
 * Blocks, and a text for notifications on a screen. Foreign text goes into code, which Slack does not
 * interpret.
 */
function slack({ title, lines, link }: Message) {
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text, verbatim: true },
  })
  return {
    text: mrkdwn(title),
    blocks: [
      section(`*${mrkdwn(title)}*`),
      ...lines.map((line) => section(mrkdwn(line))),
      ...(link ? [section(`<${escapeSlack(link.url)}|${escapeSlack(link.label)}>`)] : []),
    ],
  }
}

const mrkdwn = (pieces: Piece[]) =>
  pieces
    .map((piece) =>
      typeof piece === 'string'
        ? escapeSlack(piece)
        : `\`${escapeSlack(piece.quote.replaceAll('`', 'ˋ')) || ' '}\``,
    )
    .join('')

const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The most characters of an embed's description that Discord accepts. */
const DISCORD_DESCRIPTION = 4_096

/**
 * One embed, which notifies nobody. Foreign text goes into code, which Discord does not interpret. A title
 * shows code as it is, so the description has it all.
 */
function discord({ title, lines, link }: Message) {
  const all = [
    `**${inCode(title)}**`,
    ...lines.map(inCode),
    ...(link ? [`[${link.label}](${link.url})`] : []),
  ]
  while (all.join('\n').length > DISCORD_DESCRIPTION && all.length > 2) all.splice(link ? -2 : -1, 1)
  return { allowed_mentions: { parse: [] }, embeds: [{ description: all.join('\n') }] }
}

const inCode = (pieces: Piece[]) =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : `\`${piece.quote.replaceAll('`', 'ˋ') || ' '}\``))
    .join('')

/** A card for a workflow. Runs of text appear unchanged, but a block of text would be read as Markdown. */
function teams({ title, lines, link }: Message) {
  const block = (pieces: Piece[], weight: 'bolder' | 'default') => ({
    type: 'RichTextBlock',
    inlines: pieces.map((piece) => ({
      type: 'TextRun',
      text: typeof piece === 'string' ? piece : piece.quote,
      weight,
      ...(typeof piece === 'string' ? {} : { fontType: 'monospace' }),
    })),
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          fallbackText: 'This app cannot show the message. Open it in a newer one.',
          body: [block(title, 'bolder'), ...lines.map((line) => block(line, 'default'))],
          ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
        },
      },
    ],
  }
}
