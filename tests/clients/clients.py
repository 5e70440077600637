"""Other people's clients against a real server: what they list, create, stream, refuse and abort."""

import asyncio
import os
import sys

import anthropic
import mcp
import openai
from mcp.client.streamable_http import streamable_http_client

BASE = os.environ["FISHBOWL_URL"]
MESSAGE = [{"role": "user", "content": "Is this thing on?"}]
client = openai.OpenAI(base_url=f"{BASE}/v1", api_key="any", max_retries=0)


def the_models_are_listed():
    names = [model.id for model in client.models.list()]
    assert "agent/plain" in names and "agent/long" in names, names
    assert client.models.retrieve("agent/plain").id == "agent/plain"


def an_answer_comes_whole():
    answer = client.chat.completions.create(model="agent/plain", messages=MESSAGE)
    choice = answer.choices[0]
    assert choice.finish_reason == "stop", choice
    assert "Is this thing on?" in choice.message.content, choice
    assert answer.usage.total_tokens > 0


def an_answer_comes_in_pieces():
    whole = client.chat.completions.create(model="agent/plain", messages=MESSAGE).choices[0].message.content
    text, ends, usage = "", [], None
    stream = client.chat.completions.create(
        model="agent/plain", messages=MESSAGE, stream=True, stream_options={"include_usage": True}, temperature=0.2
    )
    for chunk in stream:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            if choice.finish_reason:
                ends.append(choice.finish_reason)
        usage = chunk.usage or usage
    assert text == whole, (text, whole)
    assert ends == ["stop"], ends
    assert usage.total_tokens > 0


def what_is_wrong_has_its_own_error():
    try:
        client.chat.completions.create(model="agent/nobody", messages=MESSAGE)
    except openai.NotFoundError as error:
        assert error.status_code == 404
    else:
        raise AssertionError("an agent that is not there answered")
    try:
        client.chat.completions.create(model="agent/plain", messages=[{"role": "assistant", "content": "Hm."}])
    except openai.BadRequestError as error:
        assert "user" in str(error), error
    else:
        raise AssertionError("a list without a user's message was answered")
    try:
        client.chat.completions.create(model="agent/bad", messages=MESSAGE)
    except openai.APIStatusError as error:
        assert (error.status_code, error.code) == (424, "upstream_refused"), error
    else:
        raise AssertionError("an answer that failed came whole")


def what_is_asked_for_is_done_or_refused_by_name():
    ask = lambda **more: client.chat.completions.create(model="agent/plain", messages=MESSAGE, **more)
    cut = ask(max_tokens=2, seed=7, user="someone", metadata={"run": "1"}, store=False).choices[0]
    assert (cut.finish_reason, len(cut.message.content.split())) == ("length", 2), cut
    for name, value in [("tool_choice", "required"), ("n", 2), ("logprobs", True), ("response_format", {"type": "json_object"})]:
        try:
            ask(**{name: value})
        except openai.BadRequestError as error:
            assert (error.code, error.param) == ("unsupported_parameter", name), error
        else:
            raise AssertionError(f"{name} was ignored in silence")


def a_talk_goes_on_and_an_image_is_taken():
    # One black pixel.
    png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
    image = {"type": "image_url", "image_url": {"url": png}}
    talk = [{"role": "user", "content": [{"type": "text", "text": "What is this?"}, image]}]
    first = client.chat.completions.create(model="agent/plain", messages=talk)
    talk += [first.choices[0].message, {"role": "user", "content": "Sure?"}]
    second = client.chat.completions.create(model="plain", messages=talk)
    assert second.conversation_id == first.conversation_id, (first, second)


def a_tool_is_called_and_its_result_goes_on():
    city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    tools = [{"type": "function", "function": {"name": "weather", "parameters": city}}]
    talk = [{"role": "user", "content": "Rome?"}]
    ask = lambda **more: client.chat.completions.create(model="agent/caller", messages=talk, tools=tools, **more)
    first = ask()
    message = first.choices[0].message
    assert first.choices[0].finish_reason == "tool_calls", first
    assert message.tool_calls[0].function.arguments == '{"city":"Rome?"}', message
    pieces = [chunk.choices[0].delta.tool_calls for chunk in ask(stream=True) if chunk.choices]
    assert [calls[0].function.name for calls in pieces if calls] == ["weather"], pieces
    talk += [message, {"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "Sunny."}]
    second = ask()
    assert second.choices[0].message.content == "weather says: Sunny.", second


def the_default_call_goes_on_from_its_answer():
    first = client.responses.create(model="agent/plain", input="One?", instructions="Be plain.", store=True)
    assert (first.status, first.output_text) == ("completed", "One?"), first
    with client.responses.stream(model="agent/plain", input="Two?", previous_response_id=first.id) as stream:
        types = [event.type for event in stream]
        second = stream.get_final_response()
    assert (types[0], types[-1]) == ("response.created", "response.completed"), types
    assert (second.output_text, second.previous_response_id) == ("Two?", first.id), second
    assert client.responses.retrieve(second.id).output_text == "Two?"
    assert second.usage.input_tokens > first.usage.input_tokens > 0, (first.usage, second.usage)
    for more in [{"background": True}, {"truncation": "auto"}, {"tools": [{"type": "web_search"}]}]:
        try:
            client.responses.create(model="agent/plain", input="One?", **more)
        except openai.BadRequestError as error:
            assert error.code == "unsupported_parameter", error
        else:
            raise AssertionError(f"{more} was ignored in silence")
    try:
        client.responses.create(model="agent/plain", input="Two?", previous_response_id="resp_nobody")
    except openai.BadRequestError as error:
        assert (error.code, error.param) == ("previous_response_not_found", "previous_response_id"), error
    else:
        raise AssertionError("an answer that is not there was gone on from")


def the_default_call_calls_a_tool():
    city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    tools = [{"type": "function", "name": "weather", "parameters": city, "strict": False}]
    first = client.responses.create(model="agent/caller", input="Rome?", tools=tools)
    call = [item for item in first.output if item.type == "function_call"][0]
    assert call.arguments == '{"city":"Rome?"}', call
    result = {"type": "function_call_output", "call_id": call.call_id, "output": "Sunny."}
    second = client.responses.create(model="agent/caller", input=[result], tools=tools, previous_response_id=first.id)
    assert second.output_text == "weather says: Sunny.", second
    talk = [{"role": "user", "content": "Rome?"}, *first.output, result]
    assert client.responses.create(model="agent/caller", input=talk, tools=tools).output_text == second.output_text


def a_refusal_of_the_provider_is_not_tried_again():
    patient = openai.OpenAI(base_url=f"{BASE}/v1", api_key="any", max_retries=2)
    try:
        patient.chat.completions.with_raw_response.create(model="agent/bad", messages=MESSAGE)
    except openai.APIStatusError as error:
        assert error.response.headers["x-should-retry"] == "false", error
        assert error.response.request.headers["x-stainless-retry-count"] == "0", error
    else:
        raise AssertionError("an answer that failed came whole")


def who_leaves_stops_the_answer():
    async def leave():
        patient = openai.AsyncOpenAI(base_url=f"{BASE}/v1", api_key="any", max_retries=0)
        stream = await patient.chat.completions.create(model="agent/long", messages=MESSAGE, stream=True)
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                break
        await stream.close()
        await patient.close()

    asyncio.run(leave())
    http = openai.DefaultHttpxClient()
    # Asked until it is so: the server hears of it when it writes next.
    for _ in range(600):
        rows = http.get(f"{BASE}/api/conversations").json()["items"]
        if all(row["answering"] == 0 for row in rows):
            break
        asyncio.run(asyncio.sleep(0.05))
    newest = http.get(f"{BASE}/api/conversations/{rows[0]['id']}").json()
    answers = [message for message in newest["messages"] if message["role"] == "assistant"]
    assert [answer["status"] for answer in answers] == ["cancelled"], answers


claude = anthropic.Anthropic(base_url=BASE, api_key="any", max_retries=0)


def anthropics_client_is_answered_whole_and_in_pieces():
    ask = {"model": "agent/plain", "max_tokens": 500, "messages": MESSAGE}
    whole = claude.messages.create(**ask, system="Be plain.")
    assert (whole.stop_reason, whole.content[0].text) == ("end_turn", "Is this thing on?"), whole
    assert whole.usage.input_tokens > 0 and whole.usage.output_tokens > 0, whole
    with claude.messages.stream(**ask) as stream:
        assert "".join(stream.text_stream) == "Is this thing on?"
        final = stream.get_final_message()
    assert final.usage.input_tokens > 0 and final.stop_reason == "end_turn", final
    assert "agent/plain" in [model.id for model in claude.models.list()]


def anthropics_client_calls_a_tool_and_its_result_goes_on():
    city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    ask = {"model": "agent/caller", "max_tokens": 500, "tools": [{"name": "weather", "input_schema": city}]}
    talk = [{"role": "user", "content": "Rome?"}]
    with claude.messages.stream(**ask, messages=talk) as stream:
        first = stream.get_final_message()
    call = first.content[-1]
    assert (first.stop_reason, call.name, call.input) == ("tool_use", "weather", {"city": "Rome?"}), first
    given = {"type": "tool_result", "tool_use_id": call.id, "content": "Sunny."}
    talk += [{"role": "assistant", "content": first.content}, {"role": "user", "content": [given]}]
    second = claude.messages.create(**ask, messages=talk)
    assert second.content[0].text == "weather says: Sunny.", second


def anthropics_client_has_its_own_errors():
    ask = {"model": "agent/plain", "max_tokens": 10, "messages": MESSAGE}
    for kind, more in [
        (anthropic.NotFoundError, {"model": "agent/nobody"}),
        (anthropic.BadRequestError, {"tools": [{"type": "web_search_20250305", "name": "web_search"}]}),
        (anthropic.APIStatusError, {"model": "agent/bad"}),
    ]:
        try:
            claude.messages.create(**{**ask, **more})
        except kind as error:
            assert error.body["type"] == "error" and error.body["error"]["message"], error
        else:
            raise AssertionError(f"{more} was answered")


def tools_ask_search_and_read():
    async def talk():
        async with streamable_http_client(f"{BASE}/mcp") as streams:
            async with mcp.ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                tools = [tool.name for tool in (await session.list_tools()).tools]
                assert tools == ["ask_agent", "ask_agency", "ask_panel", "search", "read_conversation"], tools
                asked = await session.call_tool("ask_agent", {"agent": "plain", "question": "Marzipan, by tool?"})
                assert not asked.is_error and "Marzipan" in asked.structured_content["answer"], asked
                found = await session.call_tool("search", {"words": "marzipan"})
                talk = asked.structured_content["conversation_id"]
                assert [hit["conversation_id"] for hit in found.structured_content["hits"]][0] == talk, found
                read = await session.call_tool("read_conversation", {"conversation_id": talk})
                said = [message["content"] for message in read.structured_content["messages"]]
                assert said[0] == "Marzipan, by tool?", said
                refused = await session.call_tool("ask_agent", {"agent": "nobody", "question": "?"})
                assert refused.is_error and "There are:" in refused.content[0].text, refused

    asyncio.run(talk())


TESTS = [
    the_models_are_listed,
    an_answer_comes_whole,
    an_answer_comes_in_pieces,
    what_is_wrong_has_its_own_error,
    what_is_asked_for_is_done_or_refused_by_name,
    a_talk_goes_on_and_an_image_is_taken,
    a_tool_is_called_and_its_result_goes_on,
    the_default_call_goes_on_from_its_answer,
    the_default_call_calls_a_tool,
    a_refusal_of_the_provider_is_not_tried_again,
    who_leaves_stops_the_answer,
    tools_ask_search_and_read,
    anthropics_client_is_answered_whole_and_in_pieces,
    anthropics_client_calls_a_tool_and_its_result_goes_on,
    anthropics_client_has_its_own_errors,
]
failed = 0
for test in TESTS:
    try:
        test()
        print(f"{test.__name__} ... ok")
    except Exception as error:  # whatever goes wrong is a failed test, and the next one runs
        failed += 1
        print(f"{test.__name__} ... FAILED: {type(error).__name__}: {error}")
print(f"{'FAILED' if failed else 'ok'} | {len(TESTS) - failed} passed | {failed} failed")
sys.exit(1 if failed else 0)
