/** Those who rate, lend to and report on companies: named in a headline beside the company it is about, they are not its subject. */

/** Names as words in lower case. */
// prettier-ignore
export const brokers: ReadonlySet<string> = new Set(['jpmorgan', 'jp morgan', 'j.p morgan', 'jpmorgan chase', 'goldman', 'goldman sachs', 'morgan stanley', 'citi', 'citigroup', 'citibank', 'wells fargo', 'bofa', 'bank of america', 'bank of america merrill lynch', 'b of a', 'barclays', 'ubs', 'credit suisse', 'deutsche bank', 'deutsche', 'hsbc', 'jefferies',
  'nomura', 'mizuho', 'piper sandler', 'piper jaffray', 'piper', 'stifel', 'raymond james', 'evercore', 'evercore isi', 'cowen', 'rbc', 'bmo', 'td', 'scotiabank', 'oppenheimer', 'needham', 'wedbush', 'btig', 'keybanc', 'keycorp', 'suntrust', 'truist', 'baird', 'william blair', 'cantor', 'cantor fitzgerald', 'benchmark', 'canaccord',
  'b riley', 'b. riley', 'roth', 'northland', 'loop', 'susquehanna', 'macquarie', 'berenberg', 'bernstein', 'societe generale', 'bnp paribas', 'kbw', 'sandler', 'stephens', 'jmp', 'ladenburg', 'h.c wainwright', 'maxim', 'argus', 'cfra', 'morningstar', 'moody', 'fitch', 's&p', 's&p global', 'blackrock', 'berkshire', 'berkshire hathaway',
  'natixis', 'factset', 'rabobank', 'ing', 'royal bank of canada', 'lazard', 'moelis', 'zacks', 'marketbeat', 'nasdaq', 'benzinga', 'icahn', 'carlyle', 'kkr', 'blackstone', 'apollo', 'standard chartered', 'td cowen', 'guggenheim', 'rosenblatt', 'craig hallum', 'monness crespi', 'da davidson', 'd.a davidson', 'janney', 'imperial', 'sterne agee', 'stifel nicolaus', 'oppenheimer holdings', 'national bank', 'national bank of canada', 'national bank financial', 'jmp securities', 'kbw', 'scotia', 'bernstein', 'berenberg', 'citizens jmp', 'leerink', 'svb leerink', 'truist securities', 'wolfe', 'moffettnathanson', 'lake street', 'compass point', 'northcoast', 'seaport', 'seaport global', 'argus', 'maxim group', 'northland capital', 'ladenburg thalmann', 'bofa securities', 'mkm', 'mkm partners', 'btig research', 'exane', 'redburn', 'merrill lynch', 'merrill', 'cibc', 'daiwa', 'invesco', 'state street', 'vanguard', 'fidelity', 't rowe price', 'clearbridge', 'clearbridge investments', 'bridgewater', 'ark', 'ark invest']);

/** Those of them who buy whole companies: on one side of a takeover they are no bystanders. */
export const buyers: ReadonlySet<string> = new Set(['apollo', 'berkshire', 'berkshire hathaway', 'blackstone', 'carlyle', 'kkr', 'tpg']);

/** Listed, or of a listed company, and at the end of a headline the one who wrote it. */
export const publishers: ReadonlySet<string> = new Set([
  'cbs',
  'cnn',
  'fox news',
  'fox',
  'google',
  'hbo',
  'new york times',
  'thomson reuters',
  'youtube',
  'benzinga',
  'forbes',
  'gannett',
  'yahoo',
]);

/** After a broker's name: what brokers do to other companies' shares. */
// prettier-ignore
export const ratingWords: ReadonlySet<string> = new Set(`upgrades upgrade upgraded downgrades downgrade downgraded maintains maintained reiterates reiterated initiates initiated initiating starts started assumes resumes raises raised lowers lowered cuts cut boosts boosted lifts lifted trims trimmed hikes bumps slashes ups adjusts reaffirms keeps
says sees expects warns recommends predicts forecasts thinks believes estimates rates analyst analysts strategist strategists economist economists upbeat bullish bearish positive cautious turns gets favors likes adds names picks defends points notes reels conference and wary constructive hits returns gives revises screens highlights loves sticks flags touts backs weighs slaps puts calls bull bear screen list economists forecast talks`.split(/\s+/));

/** Before a broker's name: `at Barclays`, `by UBS`, `says Goldman`. */
export const attributionWords: ReadonlySet<string> = new Set([
  'at',
  'by',
  'says',
  'from',
  'per',
  'analyst',
  'according',
  'via',
  'to',
  'with',
  'source',
]);
