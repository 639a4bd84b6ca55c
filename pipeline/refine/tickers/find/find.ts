/** Finds the listed companies, funds and coins that a text names, by cashtag, exchange form, name or symbol. */
import { wordIn } from '../../text/lexeme.ts';
import { casingOf, type Words } from '../../text/words.ts';
import type { Directory } from '../names/directory.ts';
import type { Mention } from '../mention.ts';
import { withoutAccents } from '../names/legal-name.ts';
import { namedCompanies, proposedCompanies } from './named.ts';
import { markPassing } from '../secondary/secondary-mentions.ts';
import type { TextContext } from './text-context.ts';
import { bareSymbols, cashtags, exchangeForms, listedForms, parenthesised } from './symbols.ts';

const isCryptoWord = wordIn(
  'crypto cryptos cryptocurrency cryptocurrencies bitcoin bitcoins btc ethereum ether eth blockchain altcoin altcoins token tokens coin coins defi stablecoin stablecoins memecoin memecoins web3 binance coinbase dogecoin solana cardano litecoin ripple xrp nft nfts hodl binance ftx memecoins',
);

export const hasCryptoWord = ({ lexemes }: Words): boolean => lexemes.some(isCryptoWord);

interface TextMentions {
  /** Returns the symbols, and the names with enough evidence. */
  readonly found: () => Mention[];
  /** Returns the symbols and all possible names, about which the reader decides. */
  readonly proposed: () => Mention[];
}

export function mentionsIn({ words, place }: Pick<TextContext, 'words' | 'place'>, directory: Directory, isCrypto: boolean): TextMentions {
  const reading: TextContext = { words: accentless(words), place, casing: casingOf(words), directory, isCrypto };
  const symbols = [...exchangeForms(reading), ...listedForms(reading), ...cashtags(reading), ...parenthesised(reading)];
  const withNames = (names: readonly Mention[]): Mention[] =>
    [...symbols, ...names, ...bareSymbols(reading, [...symbols, ...names])].toSorted((a, b) => a.from - b.from || a.to - b.to);
  return {
    found: () => markPassing(words, withNames(namedCompanies(reading, symbols))),
    proposed: () => withNames(proposedCompanies(reading)),
  };
}

function accentless(words: Words): Words {
  const text = withoutAccents(words.text);
  return text === words.text ? words : { ...words, lower: words.lower.map(withoutAccents) };
}
