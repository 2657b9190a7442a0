# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers of a model that end an episode: what comes, the outcome, and what the sentence of the outcome says."""

from gisagentbench.tests.headless.agents.model_server import DONE, Reply, chunk, fails, line, says, usage

CUT = Reply([chunk({"content": "Let me"})], is_cut=True)
DRIP = Reply([chunk({"content": "a"})] * 60, pause=0.1)
REFUSAL = Reply([chunk({"role": "assistant", "refusal": "I cannot help with maps."}), chunk({}, "stop"), usage(), DONE])
FILTERED = Reply([chunk({"content": "Le"}), chunk({}, "content_filter"), DONE])
EMPTY = Reply([chunk({"role": "assistant", "content": ""}), chunk({}, "stop"), usage(), DONE])
LONG = Reply([chunk({"content": "x" * 100_000})] * 100)
LENGTH = says("and so on", finish="length")
ENDINGS = {
    "401": ([fails(401, "Incorrect API key provided.", "invalid_api_key")], "infrastructure", "refuses the key"),
    "unknown model": ([fails(404, "The model `tiny` does not exist", "model_not_found")],
                      "infrastructure", 'knows no model "tiny"'),
    "429 that goes on": ([fails(429, "Rate limit", retry_after="0.01")], "infrastructure", "3 tries in all"),
    "429 with a long wait": ([fails(429, "Rate limit", retry_after="3600")], "infrastructure", "asks to wait 3600 s"),
    "no quota": ([fails(429, "You exceeded your current quota", "insufficient_quota")],
                 "infrastructure", "no quota left"),
    "500 that goes on": ([fails(500, "The server had an error")], "infrastructure", "status 500"),
    "cut stream that goes on": ([CUT], "infrastructure", "connection to the endpoint failed"),
    "no JSON": ([Reply([b"data: {oops\n\n"])], "infrastructure", "what is no JSON"),
    "another page": ([Reply([b"<html>It works!</html>"])], "infrastructure", "no piece of an answer"),
    "redirect": ([Reply([b""], 307, {"Location": "http://elsewhere.example/"})], "infrastructure", "sends elsewhere"),
    "slow drip": ([DRIP], "infrastructure", "not whole after 0.4 s"),
    "empty answer": ([EMPTY], "empty_answer", ""),
    "refusal": ([REFUSAL], "refused", "I cannot help with maps."),
    "content filter": ([FILTERED], "content_filtered", "filtered the answer"),
    "content filter of the prompt": ([fails(400, "filtered due to the content management policy", "content_filter")],
                                     "content_filtered", "filtered the conversation"),
    "10 MB answer": ([LONG], "limit_tokens", "longer than a million characters"),
    "context overflow": ([fails(400, "This model's maximum context length is 4096", "context_length_exceeded")],
                         "context_overflow", 'longer than "tiny" takes'),
    "answer cut": ([LENGTH], "context_overflow", "room that the conversation left"),
    "temperature refused": ([fails(400, "Unsupported value: 'temperature' does not support 0", "unsupported_value")],
                            "parameter_refused", "refuses the parameter temperature"),
    "tools refused": ([fails(400, "tiny does not support tools")], "parameter_refused", "the parameter tools"),
    "error in mid-stream": ([Reply([chunk({"content": "a"}), line({"error": {"message": "overloaded"}})])],
                            "infrastructure", "broke off its answer: overloaded"),
}  # fmt: skip
