"""Makes train.jsonl and dev.jsonl from the labelled sets and the labels in ops/lab/labels.

python sets.py NLP PROPOSALS OUT

One row in five, chosen by a hash of its text, is kept out of train.jsonl; dev.jsonl has the labelled ones of these rows, and all rows
of the sets that only measure.
A row is {text, second, set, labels: {head: label}, names: [{start, end, labels: {dir|sentfin|role: label}}]}.
"""
import html, hashlib, json, os, random, re, sys, math
from collections import Counter

N, PROPOSALS, OUT = sys.argv[1:4]
read = lambda path: [json.loads(line) for line in open(path) if line.strip()]
nlp = lambda name: read(f'{N}/{name}.jsonl')

def clean(text):
    text = html.unescape(text)
    text = re.sub(r'https?\S*', '', text)
    text = re.sub(r'(\s*#\w+)+\s*[.…]*\s*$', '', text)
    return re.sub(r'\s+', ' ', text).strip()

def key(text):
    text = re.sub(r'https?\S*', ' ', text.lower())
    text = re.sub(r'&(?:amp|quot|lt|gt|nbsp|#\d{1,5});', ' ', text)
    return hashlib.sha256(re.sub(r'[^\w]+', '', text.replace('_', '')).encode()).hexdigest()[:16]

DEV = lambda k: int(k, 16) % 5 == 0
rows = []
def add(source, set_, labels, names=(), second='', k=None, text=None):
    text = clean(source) if text is None else text
    rows.append({'source': source, 'text': text, 'second': second, 'set': set_, 'labels': labels, 'names': list(names), 'key': k or key(text)})

for r in nlp('sentiment/sentfin'):
    text, names, taken = clean(r['title']), [], []
    signs = set(r['entities'].values())
    for entity, sign in sorted(r['entities'].items(), key=lambda e: -len(e[0])):
        found = next((m for m in re.finditer(re.escape(entity), text, re.I) if all(m.end() <= a or m.start() >= b for a, b in taken)), None)
        span = {'start': found.start(), 'end': found.end()} if found else {'text': entity}
        if found: taken.append((found.start(), found.end()))
        names.append({**span, 'labels': {'sentfin': sign}, 'contested': len(signs) > 1})
    add(r['title'], 'sentfin', {'stone': next(iter(signs))} if len(signs) == 1 else {}, names)
for r in nlp('sentiment/twitter_fin_sentiment'): add(r['text'], 'tweet', {'tweet': r['label']})
for r in nlp('category/twitter_fin_topic'): add(r['text'], 'topic', {'topic': r['topic']})

for r in read(PROPOSALS):
    g, text = r.get('gold') or {}, r['text']
    if r['set'] in ('gold', 'more', 'wild'):
        is_wild = r['set'] == 'wild'
        directions = g.get('direction') if is_wild else g.get('names')
        subjects = set(g['tickers']) if is_wild else set(directions or {})
        allowed = set(g['allowed']) if is_wild else set()
        names = []
        for m in r['mentions']:
            labels = {}
            if m['symbol'] in subjects: labels['role'] = 'subject'
            elif m['symbol'] not in allowed: labels['role'] = 'other'
            if (directions or {}).get(m['symbol']): labels['dir'] = directions[m['symbol']]
            names.append({'start': m['start'], 'end': m['end'], 'labels': labels})
        labels = {}
        if g['serve'] in ('yes', 'no'):
            labels['serve'] = g['serve']
            if g['serve'] == 'no' or g['category']: labels['cat'] = g['category'] if g['serve'] == 'yes' else 'none'
        if not is_wild: labels['score'] = g['score']
        signs = {d for d in (directions or {}).values() if d}
        if len(signs) == 1 and None not in (directions or {}).values(): labels['tone'] = next(iter(signs))
        add(r['source'], r['set'], labels, names, k=r['key'], text=text)
    elif r['set'] == 'unlabelled': add(r['source'], 'unlabelled', {}, [{'start': m['start'], 'end': m['end'], 'labels': {}} for m in r['mentions']], k=r['key'], text=text)
    elif r['set'] == 'relevance':
        add(r['source'], 'relevance', {'score': g['relevance'], **({'cat': g['category']} if g['category'] else {})}, k=r['key'], text=text)

def own(line):
    """Returns text, names and labels of a line of own.txt, such as `{Apple:other} growers` or `9 earnings | {Nike:positive} beats`."""
    given = re.match(r'(\d+) (\w+)(?: (\w+))? \| ', line); line = line[given.end():] if given else line
    labels = {'serve': 'no' if given[2] == 'none' else 'yes', 'score': int(given[1]), 'cat': given[2]} if given else {}
    text, names = '', []
    for part in re.split(r'(\{[^}]*\})', line.strip()):
        if not part.startswith('{'): text += part; continue
        name, said = part[1:-1].rsplit(':', 1); start = len(text); text += name
        names.append({'start': start, 'end': len(text), 'labels': {'role': 'other'} if said == 'other' else {'role': 'subject', 'dir': said}})
    signs = {given[3]} if given and given[3] else {n['labels']['dir'] for n in names if 'dir' in n['labels']}
    if len(signs) == 1: labels['tone'] = signs.pop()
    return text, names, labels
LABELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../labels')
lines = lambda name: [line.strip() for line in open(f'{LABELS}/{name}') if line.strip() and not line.startswith('#')]
for line in lines('own.txt'):
    text, names, labels = own(line); add(text, 'own', labels, names, text=text)

for r in nlp('gold/pairs'):
    if r['same_event'] is not None: add(r['a'], 'pairs', {'pair': 'yes' if r['same_event'] else 'no'}, second=clean(r['b']))
for line in lines('pairs.txt'):
    verdict, a, b = line.split(' | '); add(a, 'ownpairs', {'pair': 'yes' if verdict == 'y' else 'no'}, second=b, text=a)
random.seed(3)
uci = nlp('stories/uci_news_aggregator_sample'); by = {}
titles = {key(r['title']): r['title'] for r in uci}
for r in read(f'{LABELS}/pairs.jsonl'): add(titles[r['a']], 'pairs', {'pair': 'yes' if r['same'] else 'no'}, second=clean(titles[r['b']]))
for r in uci: by.setdefault(r['story'], []).append(r)
words = lambda t: set(re.findall(r"[a-z0-9$%.']+", t.lower()))
df = Counter(w for r in uci for w in words(r['title']))
def similar(a, b):
    weight = lambda ws: sum(math.log(len(uci) / df.get(w, 1)) for w in ws)
    a, b = words(a), words(b)
    return weight(a & b) / math.sqrt(max(1e-9, weight(a) * weight(b)))
weak = 0
while weak < 1800:
    group = by[random.choice(list(by))]
    if len(group) < 2: continue
    a, b = random.sample(group, 2)
    if abs(a['ts'] - b['ts']) < 86400e3 and .35 <= similar(a['title'], b['title']) < .95: add(a['title'], 'weak', {'pair': 'yes'}, second=clean(b['title'])); weak += 1
ordered = sorted(uci, key=lambda r: r['ts']); weak = 0
while weak < 1800:
    i = random.randrange(len(ordered) - 400); a, b = ordered[i], ordered[i + random.randrange(1, 400)]
    if a['story'] != b['story'] and (similar(a['title'], b['title']) > .12 or random.random() < .02): add(a['title'], 'weak', {'pair': 'no'}, second=clean(b['title'])); weak += 1

for r in nlp('sentiment/phrasebank'): add(r['sentence'], 'phrasebank', {'tone': r['label']}, text=re.sub(r' ([.,;:)%])', r'\1', r['sentence']).replace('( ', '('))

ONLY_DEV = {'wild', 'relevance', 'phrasebank'}
dev = [r for r in rows if r['set'] in ONLY_DEV or (r['set'] not in ('weak', 'unlabelled') and DEV(r['key']))]
held = {r['key'] for r in dev} | {r['key'] for r in rows if DEV(r['key'])}
train = [r for r in rows if r['key'] not in held and r['set'] not in ONLY_DEV]
random.shuffle(train)
os.makedirs(OUT, exist_ok=True)
for name, part in (('train', train), ('dev', dev)):
    open(f'{OUT}/{name}.jsonl', 'w').write('\n'.join(json.dumps(r, ensure_ascii=False) for r in part) + '\n')
    print(name, Counter(r['set'] for r in part))
