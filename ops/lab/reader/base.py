"""Converts the weights of an int8 ONNX encoder to safetensors, which transformers can load.

python base.py MODEL.onnx TOKENIZER.json OUT

MODEL and TOKENIZER are the files of e5-small-v2 (MIT, 12 layers of width 384) in the package named in README.md.
"""
import re
import shutil
import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig, BertModel

source, tokenizer, out = sys.argv[1:4]
graph = onnx.load(source).graph
values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}


def floats(name):
    """Returns the dequantised weights: scale times (value - zero point). Scales of single channels apply along the last axis."""
    quantized, scale, zero = (values[name + end].astype(np.float32) for end in ("_quantized", "_scale", "_zero_point"))
    if scale.size > 1:
        shape = (1,) * (quantized.ndim - 1) + (-1,)
        scale, zero = scale.reshape(shape), zero.reshape(shape)
    return (quantized - zero) * scale


config = BertConfig(hidden_size=384, num_hidden_layers=12, num_attention_heads=12, intermediate_size=1536, vocab_size=30522)
encoder = BertModel(config, add_pooling_layer=False)
state = {}
for name in encoder.state_dict():
    if name in values:
        state[name] = torch.tensor(values[name].astype(np.float32))
    elif f"{name}_quantized" in values:
        state[name] = torch.tensor(floats(name))
for node in graph.node:
    # The weight of a MatMul is named by its node, and is transposed.
    weights = [given for given in node.input if given.endswith("_quantized") and given in values]
    if node.op_type == "MatMulInteger" and weights:
        layer, part = re.search(r"encoder/layer\.(\d+)/(.+?)/MatMul", node.name).groups()
        state[f"encoder.layer.{layer}.{part.replace('/', '.')}.weight"] = torch.tensor(floats(weights[0].removesuffix("_quantized")).T.copy())
missing = [name for name in encoder.state_dict() if name not in state and "position_ids" not in name]
if missing:
    sys.exit(f"{source} has no weights for: {', '.join(missing)}")
encoder.load_state_dict(state, strict=False)
encoder.save_pretrained(out)
shutil.copy(tokenizer, f"{out}/tokenizer.json")
