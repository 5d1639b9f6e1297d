"""What a person does with the app itself, on a phone without any other program, and what they see there."""

import base64


class Phone:
    async def writes(self, side, chat, text):
        """Has the person write a text, or tap a command, which writes it."""
        await self.network.send(side, chat, [{"msgContent": {"type": "text", "text": text}, "mentions": {}}])

    def screen(self, side, chat):
        """The conversation as the app shows it."""
        return [self.bubble(item) for item in self.apps[side].items.get(chat, []) if "itemDeleted" not in item["meta"]]

    def bubble(self, item):
        content = item["content"]["msgContent"]
        bubble = {
            "number": item["meta"]["itemId"], "mine": item["chatDir"]["type"].endswith("Snd"), "text": content["text"],
            "edited": item["meta"]["itemEdited"]}
        if "file" in item:
            bubble["file"] = item["file"]["fileName"]
        if content["type"] == "image":
            bubble["picture"] = content["image"]
        return bubble

    async def opens(self, side, chat, number):
        """Has the app fetch the file of a message, and its sender's app hear that it is sent. Returns the content in
        Base64."""
        item = self.apps[side].find(chat, number)
        item["file"]["fileStatus"] = {"type": "rcvComplete"}
        sender = self.apps[1 - side]
        for items in sender.items.values():
            for sent in items:
                if sent["meta"]["itemSharedMsgId"] == item["meta"]["itemSharedMsgId"]:
                    await self.uploaded(1 - side, sent["file"]["fileId"])
        return base64.b64encode(self.network.files[side, item["file"]["fileId"]]).decode()
