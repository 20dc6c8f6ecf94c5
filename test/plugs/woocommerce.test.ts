import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

// The rules of wordpress.org's Plugin Check: github.com/WordPress/plugin-check, includes/Checker/Checks.

const folder = path.join(import.meta.dirname, '../../packages/woocommerce')
const plugin = path.join(folder, 'warung-for-woocommerce')
const files = fs.readdirSync(plugin, { recursive: true, encoding: 'utf8' }).map(name => name.replaceAll(path.sep, '/'))
const read = (name: string) => fs.readFileSync(path.join(plugin, name), 'utf8')
const programs = files.filter(name => name.endsWith('.php')).map(name => [name, read(name)] as const)

describe('the files of the plugin for WooCommerce', () => {
  test('every PHP file of the plugin ends at once if it is called directly', () => {
    expect(programs.length).toBeGreaterThan(10)
    const guard = /^defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m
    expect(programs.filter(([, text]) => !guard.test(text)).map(([name]) => name)).toEqual([])
  })

  test('the plugin has only files that wordpress.org accepts', () => {
    const kinds = new Set(files.filter(name => name.includes('.')).map(name => path.extname(name)))
    expect([...kinds].sort()).toEqual(['.css', '.js', '.mo', '.php', '.po', '.pot', '.txt'])
    expect(files.filter(name => /(^|\/)\./.test(name))).toEqual([])
  })

  test('no PHP file of the plugin has a heredoc, a short tag or code generated at run time', () => {
    const forbidden = /<<<|<\?(?!php)|\beval\(|create_function|extract\(|goto /
    expect(programs.filter(([, text]) => forbidden.test(text)).map(([name]) => name)).toEqual([])
  })

  test('functions, classes, options and hooks of the plugin begin with its prefix', () => {
    const names = programs.flatMap(([, text]) => [
      ...[...text.matchAll(/^(?:final )?(?:class|function) (\w+)/gm)].map(([, name]) => name!),
      ...[...text.matchAll(/\b(?:apply_filters|do_action|set_transient|define)\(\s*'(\w+)/g)].map(([, name]) => name!),
    ])
    expect(names.length).toBeGreaterThan(15)
    // One filter belongs to WooCommerce.
    const others = names.filter(name => !/^warung_/i.test(name))
    expect(others).toEqual(['woocommerce_payment_complete_order_status'])
  })

  test('versions in the header, the code, the readme and the change log agree', () => {
    const main = read('warung-for-woocommerce.php')
    const [, version] = /^ \* Version: (.+)$/m.exec(main)!
    expect(main).toContain(`define( 'WARUNG_WC_VERSION', '${version}' )`)
    expect(read('readme.txt')).toContain(`Stable tag: ${version}`)
    expect(read('readme.txt')).toContain(`= ${version} =`)
    expect(fs.readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')).toContain(`## ${version}`)
    expect(fs.readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toContain('Version 2, June 1991')
    expect(read('readme.txt')).toContain('== External services ==')
  })

  test('the script of the Blocks checkout runs in browsers unchanged, because it is ES5', () => {
    const { program, errors } = parseSync('blocks.js', read('assets/blocks.js'))
    expect(errors).toEqual([])
    const kinds = new Set<string>()
    JSON.stringify(program, (_key, value) => {
      if (typeof value?.type === 'string')
        kinds.add(value.kind === 'const' || value.kind === 'let' ? value.kind : value.type)
      return value
    })
    const newer = [
      'const',
      'let',
      'ArrowFunctionExpression',
      'TemplateLiteral',
      'ImportDeclaration',
      'ClassDeclaration',
    ]
    expect(newer.filter(kind => kinds.has(kind))).toEqual([])
  })

  test.skipIf(spawnSync('php', ['--version']).status !== 0)('PHP parses every file of the plugin', () => {
    for (const [name] of programs) {
      const { status, stdout } = spawnSync('php', ['-l', path.join(plugin, name)], { encoding: 'utf8' })
      expect([name, status, stdout.split('\n')[0]]).toMatchObject([
        name,
        0,
        expect.stringContaining('No syntax errors'),
      ])
    }
  })
})

describe('the Indonesian of the plugin for WooCommerce', () => {
  const entries = poEntries(read('languages/warung-for-woocommerce-id_ID.po'))

  test('every sentence of the plugin is translated, with its placeholders', () => {
    const used = new Set(programs.flatMap(([, text]) => textsOf(text)))
    expect(used.size).toBeGreaterThan(60)
    expect([...used].filter(text => !entries.get(text)).sort()).toEqual([])
    expect([...entries.keys()].filter(text => !used.has(text))).toEqual([])
    const placeholders = (text: string) => (text.match(/%(?:\d\$)?[sd]/g) ?? []).sort()
    for (const [text, translation] of entries) expect(placeholders(translation), text).toEqual(placeholders(text))
  })

  test('the file that WordPress reads has the same sentences as the file that people edit', () => {
    const compiled = moEntries(fs.readFileSync(path.join(plugin, 'languages/warung-for-woocommerce-id_ID.mo')))
    compiled.delete('')
    expect(Object.fromEntries(compiled)).toEqual(Object.fromEntries(entries))
  })
})

/** Returns the texts that a PHP file passes to the translation functions. */
function textsOf(program: string): string[] {
  const calls = program.matchAll(/\b(?:esc_html|esc_attr)?__\(\s*'((?:[^'\\]|\\.)*)',\s*'warung-for-woocommerce'/g)
  return [...calls].map(([, text]) => text!.replaceAll("\\'", "'"))
}

/** Returns the entries of a .po file whose texts are on one line each. */
function poEntries(text: string): Map<string, string> {
  const pairs = text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)
  return new Map([...pairs].map(([, id, translation]) => [JSON.parse(`"${id}"`), JSON.parse(`"${translation}"`)]))
}

/** Returns the entries of a .mo file: www.gnu.org/software/gettext/manual/html_node/MO-Files.html */
function moEntries(bytes: Buffer): Map<string, string> {
  const [count, originals, translations] = [8, 12, 16].map(at => bytes.readUInt32LE(at)) as [number, number, number]
  const textAt = (table: number, index: number) => {
    const [length, at] = [0, 4].map(offset => bytes.readUInt32LE(table + index * 8 + offset)) as [number, number]
    return bytes.toString('utf8', at, at + length)
  }
  const entry = (_: unknown, index: number) => [textAt(originals, index), textAt(translations, index)] as const
  return new Map(Array.from({ length: count }, entry))
}
