"""One call by each wrapper of alphai-sdk, which take no address of their own: the client below them is given it."""

import functools
import os
import unittest

import alphai
import alphai_haystack.fetchers
import langchain_alphai.tools
import llama_index.tools.alphai.base
from haystack.utils import Secret

key = os.environ["KEY"]
at_service = functools.partial(alphai.Client, base_url=os.environ["BASE_URL"], max_retries=0)
for module in (langchain_alphai.tools, llama_index.tools.alphai.base, alphai_haystack.fetchers):
    module.Client = at_service


class Wrappers(unittest.TestCase):
    def test_langchain(self):
        found = langchain_alphai.tools.AlphaAINewsSearch(api_key=key).invoke({"symbol": "ACME", "max_results": 3})
        self.assertTrue(found)
        self.assertNotIn("error", str(found)[:200].lower())

    def test_llama_index(self):
        documents = llama_index.tools.alphai.base.AlphaAIToolSpec(api_key=key).search_news(symbol="ACME", max_results=3)
        self.assertTrue(all("ACME" in document.metadata["tickers"] for document in documents))
        self.assertTrue(documents)

    def test_haystack(self):
        fetcher = alphai_haystack.fetchers.AlphaAINewsFetcher(api_key=Secret.from_token(key), symbol="ACME", top_k=3)
        self.assertTrue(fetcher.run()["documents"])


if __name__ == "__main__":
    unittest.main()
