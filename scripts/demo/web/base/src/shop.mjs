import { totalOf } from '/total.mjs'

const at = (selector) => document.querySelector(selector)
const euros = (cents) => `${(cents / 100).toFixed(2)} EUR`
const attempt = new URLSearchParams(location.search).get('try')
const products = await (await fetch('/api/products')).json()
let cart = JSON.parse(sessionStorage.getItem('cart') ?? '[]')

for (const product of products) {
  const row = document.createElement('article')
  const add = Object.assign(document.createElement('button'), { textContent: `Add ${product.name}` })
  const name = Object.assign(document.createElement('span'), {
    textContent: `${product.name}, ${euros(product.price)}`,
  })
  add.onclick = () => keep([...cart, product])
  row.append(document.createElement('i'), name, add)
  at('#products').append(row)
}

function keep(lines) {
  cart = lines
  sessionStorage.setItem('cart', JSON.stringify(lines))
  draw()
}

function sums() {
  const { goods, shipping, discount } = totalOf(cart)
  return {
    Goods: goods,
    Shipping: shipping,
    ...(discount > 0 && { 'Gift card': -discount }),
    Total: goods + shipping - discount,
  }
}

function draw() {
  at('#lines').replaceChildren(...cart.map(line))
  const cells = Object.entries(sums()).flatMap(([name, cents]) => [
    cell('dt', name),
    cell('dd', euros(cents)),
  ])
  at('#sums').replaceChildren(...(cart.length > 0 ? cells : []))
}

function line(product, index) {
  const row = cell('li', `${product.name} `)
  const remove = cell('button', `Remove ${product.name}`)
  remove.onclick = () => keep(cart.filter((_, other) => other !== index))
  row.append(remove)
  return row
}

function cell(tag, textContent) {
  return Object.assign(document.createElement(tag), { textContent })
}

at('#pay').onclick = () => {
  const [month, year] = at('#expires').value.split('/').map(Number)
  const hasExpired = new Date(2000 + year, month) < new Date()
  at('[role=status]').textContent = hasExpired ? 'This card has expired' : `Charged ${euros(sums().Total)}`
}

at('[type=search]').oninput = async ({ target }) => {
  const answer = await fetch(
    `/api/suggest?q=${encodeURIComponent(target.value.toLowerCase())}&try=${attempt}`,
  )
  const found = await answer.json()
  at('#suggestions').replaceChildren(...found.map(({ name }) => cell('li', name)))
}

const ORDERS = ['2026-03-14', '2026-01-09', '2025-12-30']
at('#orders').append(...ORDERS.map((day) => cell('li', `Order of ${day}`)))
at('#export').onclick = () => {
  const year = ORDERS.filter((day) => day > '2026')
  at('[data-testid=exported]').textContent = `${year.length} orders exported`
}
draw()
